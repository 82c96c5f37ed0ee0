import { industryText } from '@/messages/control-panel/own-world.ts'
import type { WorldFile, WorldFleet } from '@/simulation/world-file/world-file.ts'

export type Industry = keyof typeof industryText
export const problemKinds = ['outage', 'badRelease', 'modems', 'locks', 'oldOs', 'unpaid'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** The options of a world in the form. */
export interface WorldDraft {
  industry: Industry
  company: string
  devices: number
  problems: readonly ProblemKind[]
  /** The name of another industry. */
  industryName?: string
  /** What the devices of the largest fleet are called; default: as usual in the industry. */
  noun?: string
  /** Names of towns; default: those of the templates. */
  towns?: readonly string[]
  accent?: string
  logo?: string
}

interface FleetTemplate extends Pick<WorldFleet, 'name' | 'type' | 'tags' | 'services' | 'places'> {
  /** As a share of all devices. */
  share: number
  names: string
  personas: Record<string, number>
}

type ServiceLogs = NonNullable<NonNullable<WorldFleet['services']>[number]['logs']>

/** Lines with their intervals, and a level unless they are information. */
const log = (...lines: readonly (readonly [string, string, 'warning'?])[]): ServiceLogs => ({
  lines: lines.map(([text, every, level]) => ({ text, every, ...(level !== undefined && { level }) })),
})

const healthy = { steady: 96, slow: 2, flaky: 2 }
const mobile = { steady: 90, flaky: 5, slow: 3, asleep: 2 }

const templates: Readonly<Record<Industry, readonly FleetTemplate[]>> = {
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

const OLD_SYSTEMS = { '6.0.24': 30, '5.3.22': 45, '4.0.26': 25 }

function fleetOf(template: FleetTemplate, count: number, problems: readonly ProblemKind[]): WorldFleet {
  const { name, type, tags, services, places, names, personas } = template
  const has = (problem: ProblemKind) => problems.includes(problem)
  return {
    name,
    type,
    tags,
    services,
    releases: [
      { version: '2.3.1', age: '96 d' },
      { version: '2.4.0', age: '31 d' },
      { version: '2.5.0', age: '3 h', ...(has('badRelease') && { rejects: 0.1, crashLoops: 0.03 }) },
    ],
    // The bad release is rolled out while the user watches.
    ...(has('badRelease') && { target: '2.4.0' }),
    places,
    devices: [
      {
        count,
        names,
        personas: has('modems') ? { ...personas, flapping: 25, flaky: 15 } : personas,
        ...(has('oldOs') && { os: OLD_SYSTEMS, supervisor: '16.12.4' }),
      },
    ],
  }
}

/** The templates with towns and a name for devices of one's own. */
function templatesOf({ industry, noun, towns }: WorldDraft): FleetTemplate[] {
  const placed = templates[industry].map((each) =>
    towns === undefined ? each : { ...each, places: [...towns] },
  )
  if (noun === undefined) return placed
  return placed.map((each, at) =>
    at > 0 ? each : { ...each, name: namedLike(noun, placed), names: `${noun}-{place}-{nnnn}` },
  )
}

/** “tap” makes the fleet “taps”, unless another fleet has that name. */
function namedLike(noun: string, [, ...others]: readonly FleetTemplate[]): string {
  const plural = noun.endsWith('s') ? noun : `${noun}s`
  return others.some(({ name }) => name === plural) ? `our-${plural}` : plural
}

/** Creates a world file from the options. */
export function worldOf(draft: WorldDraft): WorldFile {
  const { industry, company, devices, problems, accent, logo, industryName } = draft
  const [main, ...others] = templatesOf(draft)
  if (main === undefined) throw new Error(`There is no fleet of ${industry}`)
  const counts = others.map(({ share }) => Math.floor(devices * share))
  const rest = devices - counts.reduce((sum, count) => sum + count, 0)
  const has = (problem: ProblemKind) => problems.includes(problem)
  const [town = 'ams'] = main.places ?? []
  const [service] = main.services ?? []
  const happening: NonNullable<WorldFile['problems']> = [
    ...(has('outage')
      ? [
          {
            kind: 'outage' as const,
            fleet: main.name,
            at: '-40 min',
            lasts: '3 h',
            places: [typeof town === 'string' ? town : town.code],
          },
        ]
      : []),
    ...(has('locks') && service !== undefined
      ? [{ kind: 'lock' as const, fleet: main.name, service: service.name, share: 0.3, at: '-20 min' }]
      : []),
    ...(has('badRelease')
      ? [{ kind: 'release' as const, fleet: main.name, version: '2.5.0', at: '-30 min' }]
      : []),
  ]
  return {
    title: company.slice(0, 60),
    organization: {
      name: company,
      industry: industryName ?? industryText[industry],
      ...(accent !== undefined && { accent }),
      ...(logo !== undefined && { logo }),
    },
    fleets: [
      fleetOf(main, rest, problems),
      // Problems with releases happen in the largest fleet.
      ...others.map((template, at) =>
        fleetOf(
          template,
          counts[at] ?? 0,
          problems.filter((problem) => problem !== 'badRelease'),
        ),
      ),
    ],
    ...(happening.length > 0 && { problems: happening }),
    billing: { plan: 'production-v2', ...(has('unpaid') && { owedDays: 30 }) },
  }
}
