import { industryText } from '@/messages/control-panel/own-world.ts'
import type { WorldFile, WorldFleet } from '@/simulation/world-file/world-schema.ts'
import type { FleetTemplate } from './fleet-template.ts'
import { goodsTemplates } from './goods-templates.ts'
import { supplyTemplates } from './supply-templates.ts'

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

const templates: Readonly<Record<Industry, readonly FleetTemplate[]>> = {
  ...goodsTemplates,
  ...supplyTemplates,
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
export function industryWorld(draft: WorldDraft): WorldFile {
  const { industry, company, devices, problems, accent, logo, industryName } = draft
  const [main, ...others] = templatesOf(draft)
  if (main === undefined) throw new Error(`There is no fleet of ${industry}`)
  const counts = others.map(({ share }) => Math.floor(devices * share))
  const rest = devices - counts.reduce((sum, count) => sum + count, 0)
  const has = (problem: ProblemKind) => problems.includes(problem)
  const [town = 'ams'] = main.places ?? []
  const [service] = main.services ?? []
  const problemEntries: NonNullable<WorldFile['problems']> = [
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
    ...(problemEntries.length > 0 && { problems: problemEntries }),
    billing: { plan: 'production-v2', ...(has('unpaid') && { owedDays: 30 }) },
  }
}
