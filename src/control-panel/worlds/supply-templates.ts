import { healthy, log, mobile, type FleetTemplate } from './fleet-template.ts'

/** Fleets of industries that supply people and buildings, and of others. */
export const supplyTemplates: Readonly<
  Record<'brewing' | 'solar' | 'water' | 'hospitals' | 'buildings' | 'other', readonly FleetTemplate[]>
> = {
  brewing: [
    {
      name: 'taps',
      type: 'raspberrypi4-64',
      share: 0.8,
      names: 'tap-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'flow-meter',
          kind: 'sensor',
          size: 60,
          logs: log(
            ['flow={~0.0..14.8} L/min temp={~3.0..9.0} C pressure={~1.8..2.6} bar', '5 s'],
            ['poured {0.2|0.3|0.4|0.5} L of {pils|lager|wheat|ale}', '1 min'],
            ['warning: foam in line {1..6}, cleaning due', '6 h', 'warning'],
          ),
        },
        { name: 'uplink', kind: 'uplink', size: 48 },
      ],
      places: ['ber', 'ham', 'prg', 'vie', 'ant'],
      personas: healthy,
    },
    {
      name: 'fermenters',
      type: 'generic-amd64',
      share: 0.2,
      names: 'tank-{place}-{nnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'tank-control',
          kind: 'sensor',
          size: 120,
          logs: log(
            ['tank {1..12}: temp={~16.0..21.0} C gravity={~2.1..11.9} P co2={~0.4..1.1} bar', '10 s'],
            ['valve {1..24} {opened|closed}', '5 min'],
          ),
        },
        { name: 'history', kind: 'database', size: 160 },
      ],
      places: ['ber', 'prg'],
      personas: healthy,
    },
  ],
  solar: [
    {
      name: 'inverters',
      type: 'raspberrypi4-64',
      share: 0.85,
      names: 'inverter-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'inverter',
          kind: 'sensor',
          size: 70,
          logs: log(
            ['power={~0.0..9.8} kW dc={~480..720} V string1={~0.0..12.0} A string2={~0.0..12.0} A', '10 s'],
            ['yield today {0..60}.{0..9} kWh', '5 min'],
            ['warning: isolation resistance {200..400} kOhm', '12 h', 'warning'],
          ),
        },
        { name: 'uplink', kind: 'uplink', size: 48 },
      ],
      places: ['mad', 'mil', 'lyo', 'vie'],
      personas: mobile,
    },
    {
      name: 'turbines',
      type: 'generic-amd64',
      share: 0.15,
      names: 'turbine-{place}-{nnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'turbine',
          kind: 'sensor',
          size: 150,
          logs: log(
            [
              'wind={~2.0..16.0} m/s rotor={~4.0..14.5} rpm pitch={~-1.0..22.0} deg power={~0..3200} kW',
              '5 s',
            ],
            ['yaw to {0..359} deg', '4 min'],
          ),
        },
      ],
      places: ['ham', 'ant'],
      personas: mobile,
    },
  ],
  water: [
    {
      name: 'pumps',
      type: 'generic-amd64',
      share: 0.4,
      names: 'pump-{place}-{nnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'pump-control',
          kind: 'sensor',
          size: 110,
          logs: log(
            ['pump {1|2}: {~38.0..62.0} m3/h at {~4.2..5.8} bar, motor {~48..71} C', '5 s'],
            ['reservoir level {~2.10..4.80} m', '30 s'],
            ['warning: pump {1|2}: cavitation suspected', '8 h', 'warning'],
          ),
        },
      ],
      places: ['rot', 'ant', 'ham'],
      personas: healthy,
    },
    {
      name: 'quality-probes',
      type: 'raspberrypi0-2w-64',
      share: 0.6,
      names: 'probe-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'water-quality',
          kind: 'sensor',
          size: 42,
          logs: log(
            ['ph={~6.90..7.80} chlorine={~0.10..0.40} mg/L turbidity={~0.05..0.60} NTU', '20 s'],
            ['calibrated {ph|chlorine|turbidity}', '6 h'],
          ),
        },
      ],
      places: ['rot', 'ant', 'ham', 'ams'],
      personas: mobile,
    },
  ],
  hospitals: [
    {
      name: 'medicine-fridges',
      type: 'raspberrypi3',
      share: 0.6,
      names: 'fridge-{place}-{nnnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'fridge-monitor',
          kind: 'sensor',
          size: 52,
          logs: log(
            ['temp={~2.2..7.6} C door={closed|closed|closed|closed|open} humidity={~30..60} %', '15 s'],
            ['warning: door open for more than {60..180} s', '5 h', 'warning'],
          ),
        },
      ],
      places: ['ber', 'vie', 'zrh', 'lyo'],
      personas: healthy,
    },
    {
      name: 'bed-panels',
      type: 'intel-nuc',
      share: 0.4,
      names: 'panel-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'nurse-call',
          kind: 'dashboard',
          size: 240,
          logs: log(
            ['room {100..499}: call {raised|answered|cancelled}, waited {5..120} s', '2 min'],
            ['display {on|dimmed}', '10 min'],
          ),
        },
      ],
      places: ['ber', 'vie', 'zrh', 'lyo'],
      personas: healthy,
    },
  ],
  buildings: [
    {
      name: 'room-controllers',
      type: 'beaglebone-black',
      share: 0.8,
      names: 'room-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'climate',
          kind: 'sensor',
          size: 58,
          logs: log(
            ['room temp={~19.5..24.0} C co2={~420..980} ppm valve={0..100} % occupied={yes|no}', '20 s'],
            ['blinds {up|down|half}', '15 min'],
          ),
        },
      ],
      places: ['ams', 'ber', 'mil', 'waw'],
      personas: healthy,
    },
    {
      name: 'lifts',
      type: 'generic-amd64',
      share: 0.2,
      names: 'lift-{place}-{nnn}',
      tags: { env: 'prod', critical: 'yes' },
      services: [
        {
          name: 'lift-monitor',
          kind: 'watchdog',
          size: 64,
          logs: log(
            ['floor {0..14}: doors {opened|closed} in {1.8..3.4} s', '20 s'],
            ['warning: doors reopened {2..4} times', '4 h', 'warning'],
          ),
        },
      ],
      places: ['ams', 'ber', 'mil'],
      personas: healthy,
    },
  ],
  other: [
    {
      name: 'devices',
      type: 'raspberrypi4-64',
      share: 1,
      names: 'device-{place}-{nnnn}',
      tags: { env: 'prod' },
      services: [
        {
          name: 'app',
          kind: 'worker',
          size: 90,
          logs: log(
            ['cycle {1000..9999} finished in {20..180} ms', '10 s'],
            ['{reading|report|status} sent, {1..40} kB', '1 min'],
            ['warning: retry {1..3} of 5', '4 h', 'warning'],
          ),
        },
        { name: 'uplink', kind: 'uplink', size: 48 },
      ],
      places: ['ams', 'ber', 'ham', 'lyo', 'mad', 'mil'],
      personas: healthy,
    },
  ],
}
