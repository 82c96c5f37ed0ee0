import * as z from 'zod/mini'
import { roleNames } from '@/api/roles.ts'
import { worldFileProblem as problem } from '@/messages/control-panel/world-file.ts'
import { personas } from '@/simulation/control-contract.ts'
import {
  deviceTypes,
  MAX_DEVICES,
  MAX_FLEETS,
  MAX_GROUPS,
  MAX_PEOPLE,
  MAX_PLACES,
  MAX_RELEASES,
  MAX_SERVICES,
  plans,
} from '@/simulation/world-limits.ts'

const text = (most: number) =>
  z
    .string({ error: problem.text })
    .check(z.minLength(1, { error: problem.empty }), z.maxLength(most, { error: problem.long(most) }))
const written = (most: number, pattern: RegExp, error: string) =>
  text(most).check(z.regex(pattern, { error }))
const wholeNumber = (least: number, most: number) => {
  const error = problem.whole(least, most)
  return z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}
const decimal = (least: number, most: number) => {
  const error = problem.number(least, most)
  return z.number({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}
const share = decimal(0, 1)
const named = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: problem.oneOf(names) })
const list = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, { error: problem.many(most) }))

const key = written(100, /^[A-Za-z][\w.-]*$/, problem.key)
const texts = z.record(key, z.string({ error: problem.text }).check(z.maxLength(1000)))
const slug = written(60, /^[A-Za-z0-9][\w-]*$/, problem.slug)
const version = written(40, /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, problem.version)
const instantText = text(40).check(
  z.refine((value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: problem.time,
  }),
)
const duration = written(20, /^\d{1,4} (?:s|min|h|d)$/, problem.duration)
const spread = <Value extends z.ZodMiniType>(value: Value) =>
  z.array(value).check(z.minLength(1, { error: problem.spread }), z.maxLength(11, { error: problem.spread }))
const when = written(20, /^-?\d{1,4} (?:s|min|h|d)$/, problem.when)

/** A single value, or several values with shares. */
const weighted = <Name extends z.ZodMiniType<string, string>>(name: Name) =>
  z.union(
    [
      name,
      z
        .partialRecord(name, decimal(0, 1_000_000), {
          error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
        })
        .check(
          z.refine((weights) => Object.values(weights).some((weight) => Number(weight) > 0), {
            error: problem.noWeight,
          }),
        ),
    ],
    { error: problem.weights },
  )

/** Places with known coordinates. */
export const knownPlaces = {
  ams: 'Amsterdam',
  rot: 'Rotterdam',
  ham: 'Hamburg',
  ant: 'Antwerp',
  lyo: 'Lyon',
  mil: 'Milan',
  mad: 'Madrid',
  waw: 'Warsaw',
  vie: 'Vienna',
  zrh: 'Zurich',
  prg: 'Prague',
  ber: 'Berlin',
  oma: 'Omaha',
  dsm: 'Des Moines',
  ywg: 'Winnipeg',
} as const
export const placeCodes = Object.keys(knownPlaces) as (keyof typeof knownPlaces)[]

const organization = z.strictObject({
  name: text(80),
  /** The part of the URL; default: derived from the name. */
  handle: z.optional(written(60, /^[a-z0-9_]+$/, problem.handle)),
  industry: z.optional(text(80)),
  website: z.optional(written(200, /^https:\/\/\S+$/, problem.website)),
  logo: z.optional(written(150_000, /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, problem.logo)),
  /** The colour of buttons and selections; used only if it is readable in both themes. */
  accent: z.optional(written(7, /^#[0-9a-fA-F]{6}$/, problem.colour)),
})

const person = z.strictObject({
  /** First and last name. */
  name: text(80),
  /** The part of the email before the @; default: derived from the name. */
  username: z.optional(written(40, /^[a-z0-9][a-z0-9.-]*$/, problem.username)),
  role: named(roleNames),
  /** Fleets on which they have their role; default: all. */
  fleets: z.optional(list(slug, MAX_FLEETS)),
  /** Names of the organizations that they belong to; default: the main one. */
  organizations: z.optional(list(text(80), 200)),
})

/** An organization besides the main one. */
const otherOrganization = z.strictObject({
  name: text(80),
  handle: z.optional(written(60, /^[a-z0-9_]+$/, problem.handle)),
  /** Default: free. */
  plan: z.optional(named(plans)),
})

const team = z.strictObject({
  name: text(80),
  /** The name of its organization; default: the main one. */
  organization: z.optional(text(80)),
  /** Usernames. */
  members: z.optional(list(text(40), MAX_PEOPLE)),
  /** The role of its members on its fleets. */
  role: named(roleNames.filter((one) => one !== 'administrator' && one !== 'member')),
  fleets: z.optional(list(slug, MAX_FLEETS)),
})

/**
 * The text of a line: fields are `{2.0..14.8}`, `{~2.0..14.8}` (changes slowly), `{open|closed}` and `{town}`. Other braces are
 * text, unless they look like a misspelt field.
 */
const pattern = written(
  300,
  /^(?:[^{]|\{(?:~?-?\d+(?:\.\d+)?\.\.-?\d+(?:\.\d+)?|[\w .:-]+(?:\|[\w .:-]+)+|town)\}|\{(?![\w .~|:-]+\}))*$/,
  problem.line,
)

const logs = z.strictObject({
  lines: z
    .array(
      z.union(
        [
          pattern,
          z.strictObject({
            text: pattern,
            /** Average time between two of these lines; default: 10 s. */
            every: z.optional(written(20, /^[1-9]\d{0,3} (?:s|min|h|d)$/, problem.interval)),
            /** Warnings and errors are written to the error output; default: info. */
            level: z.optional(named(['info', 'warning', 'error'])),
          }),
        ],
        { error: problem.logLine },
      ),
    )
    .check(z.minLength(1, { error: problem.noLines }), z.maxLength(30, { error: problem.many(30) })),
  /** After its start. */
  start: z.optional(list(pattern, 10)),
  /** Before it exits because of an error. */
  crash: z.optional(list(pattern, 10)),
  /** While the storage is full. */
  full: z.optional(pattern),
})

const service = z.strictObject({
  name: slug,
  /** Determines its resource usage, and its logs if it has none of its own. */
  kind: named(['sensor', 'uplink', 'dashboard', 'watchdog', 'camera', 'database', 'worker']),
  /** Size of its image in MB. */
  size: wholeNumber(1, 4000),
  /** What it writes. */
  logs: z.optional(logs),
  /** MB shared by all releases; updates are then deltas. */
  base: z.optional(wholeNumber(1, 4000)),
  strategy: z.optional(
    named(['download-then-kill', 'kill-then-download', 'delete-then-download', 'hand-over']),
  ),
})

const release = z.strictObject({
  version,
  /** Age of the build when the world opens. For a fleet of the extended world, only if the release does not exist there. */
  age: z.optional(duration),
  status: z.optional(named(['success', 'failed', 'running', 'cancelled'])),
  draft: z.optional(z.boolean()),
  /** Why it was invalidated. */
  invalidated: z.optional(text(300)),
  note: z.optional(text(2000)),
  knownIssues: z.optional(text(2000)),
  tags: z.optional(texts),
  /** The username of its author. */
  by: z.optional(text(40)),
  /** Share of devices on which the update fails this way. */
  rejects: z.optional(share),
  aborts: z.optional(share),
  crashLoops: z.optional(share),
})

const place = z.strictObject({
  /** Also the value of the tag `site` of its devices. */
  code: written(20, /^[A-Za-z0-9][\w-]*$/, problem.slug),
  name: text(80),
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
})

const tag = z.strictObject({
  key,
  /** `{n}` is the number of the device, from 1. */
  value: z.optional(text(200)),
  /** Instead of `value`: how many devices have each value. */
  values: z.optional(z.record(text(200), wholeNumber(1, MAX_DEVICES))),
  /** `{n}` restarts after this number. */
  cycle: z.optional(wholeNumber(1, 100_000)),
  /** Only every nth device has it. */
  every: z.optional(wholeNumber(1, 100_000)),
})

const percents = spread(decimal(0, 100))

const group = z.strictObject({
  count: wholeNumber(0, MAX_DEVICES),
  /** The name of the only device. */
  name: z.optional(text(80)),
  /** A device type that differs from the fleet's. */
  type: z.optional(named(deviceTypes)),
  /**
   * Pattern such as `gate-{place}-{nnn}`: `{n}` is the number in the fleet, padded to the number of n. Default: random
   * names.
   */
  names: z.optional(written(60, /^(?:[\w -]|\{place\})*\{n+\}(?:[\w -]|\{place\})*$/, problem.pattern)),
  /** The kinds of devices. */
  personas: z.optional(weighted(named(personas))),
  /** The version that they run when the world opens, or `nothing`; default: the fleet's target. */
  running: z.optional(
    weighted(written(40, /^(?:nothing|\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/, problem.version)),
  ),
  /** OS version, followed by `dev` for the development variant. */
  os: z.optional(weighted(written(60, /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.]+)*(?: dev)?$/, problem.osVersion))),
  supervisor: z.optional(weighted(version)),
  /** Share of devices on which a service holds an update lock. */
  locked: z.optional(share),
  /** Devices behind the target are at all stages of their update; otherwise they start it when the world opens. */
  updating: z.optional(z.union([z.boolean(), named(['downloading', 'installing'])])),
  tags: z.optional(list(tag, 20)),
  /** All weights are numbers of devices, and the world has exactly these; default: they are probabilities. */
  exact: z.optional(z.literal(true)),
  /** The connection when the world opens; default: by the personas. */
  connection: z.optional(named(['connected', 'api-only', 'vpn-only', 'away'])),
  /** For how long, from the shortest to the longest at equal steps; those that are away come back after as long again. */
  since: z.optional(spread(duration)),
  /** The usual usage, from the lowest to the highest at equal steps: percent, and °C. */
  usage: z.optional(
    z.strictObject({
      cpu: z.optional(percents),
      memory: z.optional(percents),
      storage: z.optional(percents),
      temperature: z.optional(percents),
    }),
  ),
  /** The version of the release that they are pinned to. */
  pinned: z.optional(version),
  /** Deactivated. */
  inactive: z.optional(z.literal(true)),
  /** Weights of places of the fleet, by code; default: all alike. The devices do not get the tag `site` then. */
  places: z.optional(z.record(text(80), decimal(0, 1_000_000))),
})

const fleet = z.strictObject({
  name: slug,
  type: z.optional(named(deviceTypes)),
  /** The name of its organization; default: the main one. */
  organization: z.optional(text(80)),
  /** Default: fleet. */
  class: z.optional(named(['fleet', 'app', 'block'])),
  /** Age when the world opens. */
  age: z.optional(duration),
  tags: z.optional(texts),
  variables: z.optional(texts),
  configuration: z.optional(texts),
  repository: z.optional(written(200, /^https:\/\/\S+$/, problem.website)),
  services: z.optional(list(service, MAX_SERVICES)),
  releases: z.optional(list(release, MAX_RELEASES)),
  /** The target version of its devices; default: the newest that they can run. */
  target: z.optional(version),
  /** Pinned to `target`, even if newer releases follow. */
  pinned: z.optional(z.boolean()),
  /** Codes, names of towns such as `Munich` or `Springfield (Illinois)`, which the cloud knows, or places of one's own. */
  places: z.optional(
    list(z.union([named(placeCodes), text(80), place], { error: problem.place }), MAX_PLACES),
  ),
  devices: z.optional(list(group, MAX_GROUPS)),
})

const struck = {
  fleet: slug,
  /** Codes or names of the affected places, as in the fleet; default: all. */
  places: z.optional(list(text(80), 60)),
  /** Share of the devices there; default: all. */
  share: z.optional(share),
  at: when,
}

const problemSchema = z.discriminatedUnion(
  'kind',
  [
    /** Devices lose their connection. */
    z.strictObject({ kind: z.literal('outage'), ...struck, lasts: z.optional(duration) }),
    /** A service holds an update lock. */
    z.strictObject({ kind: z.literal('lock'), ...struck, service: slug, lasts: z.optional(duration) }),
    /** The fleet gets another target release. */
    z.strictObject({ kind: z.literal('release'), fleet: slug, version, at: when }),
  ],
  { error: problem.oneOf(['outage', 'lock', 'release']) },
)

const billing = z.strictObject({
  plan: z.optional(named(plans)),
  /** Days since an invoice is due; default: all are paid. */
  owedDays: z.optional(wholeNumber(1, 90)),
})

export const worldShape = z.strictObject({
  /** The world that provides everything this file omits. */
  extends: z.optional(named(['acme-logistics'])),
  title: z.optional(text(60)),
  /** A description in one sentence. */
  about: z.optional(text(300)),
  /** The seed of random numbers. */
  seed: z.optional(wholeNumber(0, 4_294_967_295)),
  /** The time when it opens. */
  at: z.optional(instantText),
  organization: z.optional(organization),
  /** Further organizations. */
  organizations: z.optional(list(otherOrganization, 200)),
  people: z.optional(list(person, MAX_PEOPLE)),
  teams: z.optional(list(team, 500)),
  fleets: z.optional(list(fleet, MAX_FLEETS)),
  problems: z.optional(list(problemSchema, 20)),
  billing: z.optional(billing),
})

export type WorldFile = z.infer<typeof worldShape>
export type WorldFleet = NonNullable<WorldFile['fleets']>[number]
export type WorldProblem = NonNullable<WorldFile['problems']>[number]
