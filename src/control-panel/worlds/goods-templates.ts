import { healthy, log, mobile, type FleetTemplate } from './fleet-template.ts'

/** Fleets of industries that make, move or sell goods. */
export const goodsTemplates: Readonly<
  Record<'signage' | 'coldChain' | 'charging' | 'agriculture' | 'factory', readonly FleetTemplate[]>
> = {
  signage: [
    {
      name: 'shop-screens',
      type: 'intel-nuc',
      share: 0.7,
      names: 'screen-{place}-{nnnn}',
      tags: { env: 'prod', channel: 'stores' },
      services: [
        {
          name: 'player',
          kind: 'dashboard',
          size: 340,
          base: 260,
          logs: log(
            ['playing spot {100..999} ({5|10|15|20} s) on screen 1', '10 s'],
            ['playlist {a|b|c} has {8..24} spots, next update in {1..60} min', '5 min'],
            ['warning: spot {100..999} has the wrong format, skipped', '2 h', 'warning'],
          ),
        },
        { name: 'proof-of-play', kind: 'worker', size: 60 },
      ],
      places: ['ams', 'ber', 'ham', 'lyo', 'mad', 'mil', 'prg', 'vie', 'waw', 'zrh'],
      personas: healthy,
    },
    {
      name: 'shelf-labels',
      type: 'raspberrypi0-2w-64',
      share: 0.3,
      names: 'label-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [{ name: 'gateway', kind: 'uplink', size: 52 }],
      places: ['ber', 'ham', 'vie', 'zrh'],
      personas: healthy,
    },
  ],
  coldChain: [
    {
      name: 'trucks',
      type: 'raspberrypi4-64',
      share: 0.8,
      names: 'truck-{place}-{nnnn}',
      tags: { env: 'prod', region: 'eu' },
      services: [
        { name: 'sensor-hub', kind: 'sensor', size: 118 },
        { name: 'uplink', kind: 'uplink', size: 84 },
        { name: 'watchdog', kind: 'watchdog', size: 31 },
      ],
      places: ['rot', 'ham', 'ant', 'lyo', 'mil', 'mad', 'waw'],
      personas: mobile,
    },
    {
      name: 'cold-stores',
      type: 'generic-amd64',
      share: 0.2,
      names: 'store-{place}-{nnn}',
      tags: { env: 'prod' },
      services: [
        { name: 'monitor', kind: 'sensor', size: 96 },
        { name: 'history', kind: 'database', size: 160 },
      ],
      places: ['rot', 'ham', 'lyo'],
      personas: healthy,
    },
  ],
  charging: [
    {
      name: 'chargers',
      type: 'raspberrypi4-64',
      share: 0.9,
      names: 'charger-{place}-{nnnn}',
      tags: { env: 'prod', protocol: 'ocpp' },
      services: [
        {
          name: 'charge-point',
          kind: 'worker',
          size: 140,
          logs: log(
            ['connector {1|2}: charging {~3.6..22.0} kW, {1..80} kWh so far', '15 s'],
            ['OCPP heartbeat accepted in {20..180} ms', '1 min'],
            ['connector {1|2}: {session started|session ended|cable plugged in|cable removed}', '10 min'],
            ['warning: connector {1|2}: card not authorized', '3 h', 'warning'],
          ),
        },
        {
          name: 'meter',
          kind: 'sensor',
          size: 44,
          logs: log(
            ['L1={~226..236} V L2={~226..236} V L3={~226..236} V f={~49.95..50.05} Hz', '5 s'],
            ['energy total {10000..99999}.{0..9} kWh', '1 min'],
          ),
        },
        { name: 'uplink', kind: 'uplink', size: 66 },
      ],
      places: ['ams', 'ber', 'ham', 'lyo', 'mil', 'vie', 'zrh'],
      personas: mobile,
    },
    {
      name: 'payment-terminals',
      type: 'intel-nuc',
      share: 0.1,
      names: 'terminal-{place}-{nnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'payment',
          kind: 'dashboard',
          size: 210,
          logs: log(
            ['payment of {5..60}.{10|25|50|75} EUR {approved|approved|approved|declined}', '2 min'],
            ['card reader ready', '1 min'],
          ),
        },
      ],
      places: ['ams', 'ber', 'vie'],
      personas: healthy,
    },
  ],
  agriculture: [
    {
      name: 'field-stations',
      type: 'raspberrypi0-2w-64',
      share: 0.75,
      names: 'field-{place}-{nnnn}',
      tags: { env: 'prod', region: 'us' },
      services: [
        {
          name: 'probe',
          kind: 'sensor',
          size: 42,
          logs: log(
            ['soil moisture={~18.0..42.0} % temp={~6.0..24.0} C battery={~3.4..4.1} V', '30 s'],
            ['rain={0.0..0.4} mm wind={~0.0..9.0} m/s', '1 min'],
            ['warning: probe {1..4} does not answer', '4 h', 'warning'],
          ),
        },
        { name: 'uplink', kind: 'uplink', size: 51 },
      ],
      places: ['oma', 'dsm', 'ywg'],
      personas: { steady: 70, asleep: 20, flaky: 8, undervolted: 2 },
    },
    {
      name: 'barn-cameras',
      type: 'jetson-orin-nano',
      share: 0.25,
      names: 'barn-{place}-{nnn}',
      tags: { env: 'prod' },
      services: [
        { name: 'capture', kind: 'camera', size: 412, base: 350 },
        { name: 'counter', kind: 'worker', size: 620, base: 500 },
      ],
      places: ['oma', 'dsm'],
      personas: { steady: 92, hot: 6, slow: 2 },
    },
  ],
  factory: [
    {
      name: 'line-controllers',
      type: 'generic-amd64',
      share: 0.6,
      names: 'line-{place}-{nnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'collector',
          kind: 'sensor',
          size: 130,
          logs: log(
            ['spindle={~1180..1220} rpm vibration={~0.8..2.4} mm/s temp={~38..61} C', '4 s'],
            ['parts: {0..3} good, {0|0|0|1} rejected', '30 s'],
            ['warning: vibration above 2.8 mm/s for {2..9} s', '3 h', 'warning'],
          ),
        },
        { name: 'history', kind: 'database', size: 180 },
        { name: 'operator-panel', kind: 'dashboard', size: 220 },
      ],
      places: ['ber', 'mil', 'waw'],
      personas: healthy,
    },
    {
      name: 'quality-cameras',
      type: 'jetson-orin-nano',
      share: 0.4,
      names: 'camera-{place}-{nnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'inspection',
          kind: 'camera',
          size: 680,
          base: 540,
          logs: log(
            ['{"part":{100000..999999},"result":"{ok|ok|ok|ok|scratch|dent}","ms":{18..60}}', '4 s'],
            ['{"msg":"lens clean","sharpness":{~0.81..0.97}}', '10 min'],
          ),
        },
      ],
      places: ['ber', 'mil', 'waw'],
      personas: { steady: 94, hot: 5, slow: 1 },
    },
  ],
}
