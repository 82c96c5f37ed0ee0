import { industryText } from '@/messages/control-panel/own-world.ts'
import type { WorldFile, WorldFleet } from '@/simulation/world-file/world-schema.ts'

export type Industry = keyof typeof industryText
export const problemKinds = ['outage', 'badRelease', 'modems', 'locks', 'oldOs', 'unpaid'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** The options of a world in the form. */
export interface WorldDraft {
  industry: Industry
  company: string
  devices: number
  problems: readonly ProblemKind[]
  accent?: string
  logo?: string
}

interface FleetTemplate extends Pick<WorldFleet, 'name' | 'type' | 'tags' | 'services' | 'places'> {
  /** As a share of all devices. */
  share: number
  names: string
  personas: Record<string, number>
}

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
        { name: 'player', kind: 'dashboard', size: 340, base: 260 },
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
        { name: 'charge-point', kind: 'worker', size: 140 },
        { name: 'meter', kind: 'sensor', size: 44 },
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
      services: [{ name: 'payment', kind: 'dashboard', size: 210 }],
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
        { name: 'probe', kind: 'sensor', size: 42 },
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
        { name: 'collector', kind: 'sensor', size: 130 },
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
      services: [{ name: 'inspection', kind: 'camera', size: 680, base: 540 }],
      places: ['ber', 'mil', 'waw'],
      personas: { steady: 94, hot: 5, slow: 1 },
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

/** Creates a world file from the options. */
export function worldOf({ industry, company, devices, problems, accent, logo }: WorldDraft): WorldFile {
  const [main, ...others] = templates[industry]
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
      industry: industryText[industry],
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
