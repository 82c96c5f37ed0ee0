import { worldFileProblem as problem } from '@/messages/control-panel/world-file.ts'
import { MAX_DEVICES, MAX_IMAGES } from '@/simulation/world-limits.ts'
import { placeCodes, type WorldFile, type WorldFleet, type WorldProblem } from './world-schema.ts'

type Path = readonly (string | number)[]
type ReportProblem = (path: Path, message: string) => void

/** Validates references between parts of the file. */
export function checkReferences(file: WorldFile, report: ReportProblem): void {
  const { fleets = [], people } = file
  // Usernames of the platform's staff, who are in every world.
  reportDuplicates(['people'], [...(people?.map(usernameOf) ?? []), ...STAFF], report)
  reportDuplicates(
    ['fleets'],
    fleets.map(({ name }) => name),
    report,
  )
  const sum = (of: (fleet: WorldFleet) => number) => fleets.reduce((total, one) => total + of(one), 0)
  if (sum(fleetDeviceCount) > MAX_DEVICES) report(['fleets'], problem.manyDevices(MAX_DEVICES))
  const images = sum(({ releases = [], services = [] }) => releases.length * Math.max(1, services.length))
  if (images > MAX_IMAGES) report(['fleets'], problem.manyImages(MAX_IMAGES))
  if (file.billing?.plan === 'free' && file.billing.owedDays !== undefined)
    report(['billing', 'owedDays'], problem.owesNothing)
  if (file.extends === undefined) checkOwn(file, report)
  else checkExtension(file, report)
}

/** Validates a world that extends no other. */
function checkOwn(file: WorldFile, report: ReportProblem): void {
  const { organization: own, people, fleets = [], problems = [] } = file
  if (own === undefined) report(['organization'], problem.needed)
  if (fleets.length === 0) report(['fleets'], problem.needed)
  if (people?.every(({ role }) => role !== 'administrator')) report(['people'], problem.noAdministrator)
  const usernames = people?.map(usernameOf) ?? USUAL_PEOPLE
  checkOrganizations(file, report)
  checkTeams(file, usernames, report)
  for (const [at, one] of fleets.entries()) checkFleet(one, usernames, ['fleets', at], report)
  for (const [at, { fleets: granted = [] }] of (people ?? []).entries())
    checkFleetNames(granted, fleets, ['people', at, 'fleets'], report)
  for (const [at, one] of problems.entries()) checkProblem(one, fleets, ['problems', at], report)
}

function checkOrganizations(file: WorldFile, report: ReportProblem): void {
  const { organization: own, organizations: others = [], people = [], teams = [], fleets = [] } = file
  const names = others.map(({ name }) => name)
  reportDuplicates(['organizations'], names, report)
  const check = (name: string | undefined, path: Path) => {
    if (name !== undefined && name !== own?.name && !names.includes(name))
      report(path, problem.noOrganization(name))
  }
  for (const [at, { organizations = [] }] of people.entries())
    for (const [place, name] of organizations.entries()) check(name, ['people', at, 'organizations', place])
  for (const [at, { organization }] of teams.entries()) check(organization, ['teams', at, 'organization'])
  for (const [at, { organization }] of fleets.entries()) check(organization, ['fleets', at, 'organization'])
}

function checkTeams(
  { teams = [], fleets = [] }: WorldFile,
  usernames: readonly string[],
  report: ReportProblem,
): void {
  for (const [at, { members = [], fleets: granted = [] }] of teams.entries()) {
    for (const [place, name] of members.entries())
      if (!usernames.includes(name)) report(['teams', at, 'members', place], problem.nobody(name))
    checkFleetNames(granted, fleets, ['teams', at, 'fleets'], report)
  }
}

function checkFleetNames(
  names: readonly string[],
  fleets: readonly WorldFleet[],
  path: Path,
  report: ReportProblem,
): void {
  for (const [place, name] of names.entries())
    if (fleets.every((one) => one.name !== name)) report([...path, place], problem.noFleet(name))
}

/** Validates an extension. Of the extended world, only its people and plan are known here. */
function checkExtension(file: WorldFile, report: ReportProblem): void {
  const { organization: own, people, billing } = file
  if (file.organizations !== undefined) report(['organizations'], problem.fixed('organizations'))
  if (file.teams !== undefined) report(['teams'], problem.fixed('teams'))
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
  const codes = codesOf(one)
  for (const [at, each] of (one.devices ?? []).entries())
    checkGroup(each, { versions, codes }, [...path, 'devices', at], report)
}

type WorldGroup = NonNullable<WorldFleet['devices']>[number]

function checkGroup(
  one: WorldGroup,
  { versions, codes }: { versions: readonly string[]; codes: readonly string[] },
  path: Path,
  report: ReportProblem,
): void {
  const { count, name, running, pinned, places } = one
  for (const each of typeof running === 'string' ? [running] : Object.keys(running ?? {}))
    if (each !== 'nothing' && !versions.includes(each)) report([...path, 'running'], problem.noRelease(each))
  if (pinned !== undefined && !versions.includes(pinned))
    report([...path, 'pinned'], problem.noRelease(pinned))
  if (name !== undefined && count !== 1) report([...path, 'name'], problem.oneDevice)
  for (const code of Object.keys(places ?? {}))
    if (!codes.includes(code)) report([...path, 'places', code], problem.noPlace(code))
  if (places !== undefined && Object.values(places).every((weight) => weight === 0))
    report([...path, 'places'], problem.noWeight)
  checkSpreads(one, path, report)
}

const isAscending = (values: readonly number[]) => values.every((value, at) => value >= (values[at - 1] ?? 0))

function checkSpreads(
  { since, connection, usage = {}, tags = [] }: WorldGroup,
  path: Path,
  report: ReportProblem,
): void {
  if (since !== undefined && connection === undefined) report([...path, 'since'], problem.noConnection)
  if (since !== undefined && !isAscending(since.map(durationMs)))
    report([...path, 'since'], problem.ascending)
  for (const [of, values] of Object.entries(usage))
    if (values !== undefined && !isAscending(values)) report([...path, 'usage', of], problem.ascending)
  for (const [at, { value, values }] of tags.entries())
    if ((value === undefined) === (values === undefined)) report([...path, 'tags', at], problem.valueOrValues)
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a duration such as `40 min`. */
function durationMs(text: string): number {
  const [amount = '', unit = ''] = text.split(' ')
  return Number(amount) * (UNITS_MS[unit] ?? 0)
}

const codesOf = ({ places }: WorldFleet): string[] =>
  (places ?? placeCodes).map((each) => (typeof each === 'string' ? each : each.code))

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
  const codes = codesOf(struckFleet)
  for (const [at, code] of (one.places ?? []).entries())
    if (!codes.includes(code)) report([...path, 'places', at], problem.noPlace(code))
  if (one.kind === 'lock' && !(struckFleet.services ?? []).some(({ name }) => name === one.service))
    report([...path, 'service'], problem.noService(one.service))
}

export const fleetDeviceCount = ({ devices = [] }: WorldFleet) =>
  devices.reduce((sum, { count }) => sum + count, 0)

/** The username: as given, or the first name in ASCII. */
const usernameOf = ({ name, username }: { name: string; username?: string | undefined }): string =>
  username ?? (plainLetters(name.split(' ')[0] ?? '') || 'person')

const plainLetters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
