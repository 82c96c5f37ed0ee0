import { stringify } from 'yaml'
import * as z from 'zod/mini'
import { roleNames } from '@/api/roles.ts'
import { DataFileProblem, readDataFile } from '@/lib/data-file.ts'
import { worldFileProblem as problem } from '@/messages/control-panel/world-file.ts'
import { personas } from '@/simulation/control-contract.ts'

/** Larger than any hand-written file with a logo; larger ones are not read. */
export const MAX_KILOBYTES = 256
const MAX_DEVICES = 100_000
const MAX_IMAGES = 2_000

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
const moment = text(40).check(
  z.refine((value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: problem.moment,
  }),
)
const duration = written(20, /^\d{1,4} (?:s|min|h|d)$/, problem.duration)
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

export const deviceTypes = [
  'raspberrypi5',
  'raspberrypi4-64',
  'raspberrypi0-2w-64',
  'raspberrypi3',
  'raspberry-pi',
  'jetson-orin-nano',
  'intel-nuc',
  'generic-amd64',
  'beaglebone-black',
] as const

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
const placeCodes = Object.keys(knownPlaces) as (keyof typeof knownPlaces)[]

export const plans = ['free', 'prototype-v2', 'pilot-v2', 'production-v2', 'enterprise-v2'] as const

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
  fleets: z.optional(list(slug, 50)),
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
  value: text(200),
  /** `{n}` restarts after this number. */
  cycle: z.optional(wholeNumber(1, 100_000)),
  /** Only every nth device has it. */
  every: z.optional(wholeNumber(1, 100_000)),
})

const group = z.strictObject({
  count: wholeNumber(0, MAX_DEVICES),
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
  os: z.optional(weighted(written(40, /^\d+\.\d+\.\d+(?: dev)?$/, problem.osVersion))),
  supervisor: z.optional(weighted(version)),
  /** Share of devices on which a service holds an update lock. */
  locked: z.optional(share),
  /** Devices behind the target are at all stages of their update; otherwise they start it when the world opens. */
  updating: z.optional(z.boolean()),
  tags: z.optional(list(tag, 20)),
})

const fleet = z.strictObject({
  name: slug,
  type: z.optional(named(deviceTypes)),
  tags: z.optional(texts),
  variables: z.optional(texts),
  configuration: z.optional(texts),
  repository: z.optional(written(200, /^https:\/\/\S+$/, problem.website)),
  services: z.optional(list(service, 12)),
  releases: z.optional(list(release, 60)),
  /** The target version of its devices; default: the newest that they can run. */
  target: z.optional(version),
  /** Pinned to `target`, even if newer releases follow. */
  pinned: z.optional(z.boolean()),
  /** Codes, names of towns such as `Munich` or `Springfield (Illinois)`, which the cloud knows, or places of one's own. */
  places: z.optional(list(z.union([named(placeCodes), text(80), place], { error: problem.place }), 60)),
  devices: z.optional(list(group, 40)),
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

const shape = z.strictObject({
  /** The world that provides everything this file omits. */
  extends: z.optional(named(['acme-logistics'])),
  title: z.optional(text(60)),
  /** A description in one sentence. */
  about: z.optional(text(300)),
  /** The seed of random numbers. */
  seed: z.optional(wholeNumber(0, 4_294_967_295)),
  /** The time when it opens. */
  at: z.optional(moment),
  organization: z.optional(organization),
  people: z.optional(list(person, 60)),
  fleets: z.optional(list(fleet, 50)),
  problems: z.optional(list(problemSchema, 20)),
  billing: z.optional(billing),
})

export type WorldFile = z.infer<typeof shape>
export type WorldFleet = NonNullable<WorldFile['fleets']>[number]
export type WorldProblem = NonNullable<WorldFile['problems']>[number]

type Path = readonly (string | number)[]
type ReportProblem = (path: Path, message: string) => void

/** Validates references between parts of the file. */
function checkTogether(file: WorldFile, report: ReportProblem): void {
  const { fleets = [], people } = file
  // Usernames of the platform's staff, who are in every world.
  reportDuplicates(['people'], [...(people?.map(usernameOf) ?? []), ...STAFF], report)
  reportDuplicates(
    ['fleets'],
    fleets.map(({ name }) => name),
    report,
  )
  const sum = (of: (fleet: WorldFleet) => number) => fleets.reduce((total, one) => total + of(one), 0)
  if (sum(devicesOf) > MAX_DEVICES) report(['fleets'], problem.manyDevices(MAX_DEVICES))
  const images = sum(({ releases = [], services = [] }) => releases.length * Math.max(1, services.length))
  if (images > MAX_IMAGES) report(['fleets'], problem.manyImages(MAX_IMAGES))
  if (file.billing?.plan === 'free' && file.billing.owedDays !== undefined)
    report(['billing', 'owedDays'], problem.owesNothing)
  if (file.extends === undefined) checkOwn(file, report)
  else checkExtension(file, report)
}

/** Validates a world that extends no other. */
function checkOwn(
  { organization: own, people, fleets = [], problems = [] }: WorldFile,
  report: ReportProblem,
): void {
  if (own === undefined) report(['organization'], problem.needed)
  if (fleets.length === 0) report(['fleets'], problem.needed)
  if (people?.every(({ role }) => role !== 'administrator')) report(['people'], problem.noAdministrator)
  const usernames = people?.map(usernameOf) ?? USUAL_PEOPLE
  for (const [at, one] of fleets.entries()) checkFleet(one, usernames, ['fleets', at], report)
  for (const [at, { fleets: granted = [] }] of (people ?? []).entries())
    for (const [place, name] of granted.entries())
      if (fleets.every((one) => one.name !== name))
        report(['people', at, 'fleets', place], problem.noFleet(name))
  for (const [at, one] of problems.entries()) checkProblem(one, fleets, ['problems', at], report)
}

/** Validates an extension. Of the extended world, only its people and plan are known here. */
function checkExtension({ organization: own, people, billing }: WorldFile, report: ReportProblem): void {
  if (own !== undefined) report(['organization'], problem.fixed('organization'))
  if (people !== undefined) report(['people'], problem.fixed('people'))
  if (billing?.plan !== undefined && billing.plan !== 'free')
    report(['billing', 'plan'], problem.fixed('plan'))
}

function reportDuplicates(path: Path, names: readonly string[], report: ReportProblem): void {
  for (const [at, name] of names.entries())
    if (names.lastIndexOf(name) > at) report([...path, at], problem.twice(name))
}

const STAFF = ['sue', 'pat']
const USUAL_PEOPLE = ['ada', 'devi', 'sadie', 'omar', 'sol', 'olive', 'mel']

/** Versions that devices of the fleet can run. */
const runnable = ({ releases = [] }: WorldFleet) =>
  releases.filter(({ status = 'success' }) => status === 'success').map((one) => one.version)

function checkFleet(one: WorldFleet, usernames: readonly string[], path: Path, report: ReportProblem): void {
  if (one.type === undefined) report([...path, 'type'], problem.ownFleet('type'))
  const versions = runnable(one)
  reportDuplicates(
    [...path, 'releases'],
    (one.releases ?? []).map((each) => each.version),
    report,
  )
  reportDuplicates(
    [...path, 'services'],
    (one.services ?? []).map((each) => each.name),
    report,
  )
  if (one.target !== undefined && !versions.includes(one.target))
    report([...path, 'target'], problem.noRelease(one.target))
  for (const [at, { age, by }] of (one.releases ?? []).entries()) {
    if (age === undefined) report([...path, 'releases', at, 'age'], problem.ownRelease)
    if (by !== undefined && !usernames.includes(by))
      report([...path, 'releases', at, 'by'], problem.nobody(by))
  }
  for (const [at, { running }] of (one.devices ?? []).entries())
    for (const each of typeof running === 'string' ? [running] : Object.keys(running ?? {}))
      if (each !== 'nothing' && !versions.includes(each))
        report([...path, 'devices', at, 'running'], problem.noRelease(each))
}

function checkProblem(
  one: WorldProblem,
  fleets: readonly WorldFleet[],
  path: Path,
  report: ReportProblem,
): void {
  const struckFleet = fleets.find(({ name }) => name === one.fleet)
  if (struckFleet === undefined) return report([...path, 'fleet'], problem.noFleet(one.fleet))
  if (one.kind === 'release') {
    if (!runnable(struckFleet).includes(one.version))
      report([...path, 'version'], problem.noRelease(one.version))
    return
  }
  const codes = (struckFleet.places ?? placeCodes).map((each) =>
    typeof each === 'string' ? each : each.code,
  )
  for (const [at, code] of (one.places ?? []).entries())
    if (!codes.includes(code)) report([...path, 'places', at], problem.noPlace(code))
  if (one.kind === 'lock' && !(struckFleet.services ?? []).some(({ name }) => name === one.service))
    report([...path, 'service'], problem.noService(one.service))
}

export const devicesOf = ({ devices = [] }: WorldFleet) => devices.reduce((sum, { count }) => sum + count, 0)

/** The username: as given, or the first name in ASCII. */
export const usernameOf = ({ name, username }: { name: string; username?: string | undefined }): string =>
  username ?? (plainLetters(name.split(' ')[0] ?? '') || 'person')

const plainLetters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const worldFile = shape.check(({ value, issues }) =>
  checkTogether(value, (path, message) =>
    issues.push({ code: 'custom', input: value, path: [...path], message }),
  ),
)

/**
 * Parses an untrusted world file in YAML or JSON.
 * @throws DataFileProblem with the line and the reason
 */
export function readWorldFile(file: string): WorldFile {
  if (file.length > MAX_KILOBYTES * 1000) throw new DataFileProblem(null, problem.tooLong(MAX_KILOBYTES))
  return readDataFile(file, worldFile)
}

/** A world file as YAML. */
export const writeWorldFile = (file: object): string =>
  stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 })

/** The JSON schema of world files, for editors and other tools, and for the cloud. */
export const worldJsonSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'World of Flotilla',
  ...z.toJSONSchema(worldFile, { io: 'input' }),
})
