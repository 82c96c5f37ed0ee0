import type { DataClient } from '@/api/data.ts'
import { roleNames, type RoleName } from '@/api/roles.ts'
import type { WorldFile, WorldFleet } from '@/simulation/world-file/world-schema.ts'
import { MAX_DEVICES, MAX_FLEETS, MAX_KILOBYTES, MAX_PEOPLE, plans } from '@/simulation/world-limits.ts'
import { writeWorldFile } from '@/simulation/write-world-file.ts'
import { captureFleet, type FleetContext, type FleetTally } from './capture-fleet.ts'
import {
  CaptureProblem,
  MAX_SINGLE_DEVICES,
  type CaptureProgress,
  type CaptureState,
  type Captured,
  type Survey,
} from './capture-report.ts'
import { captureKinds, type CaptureKind, type Keepable } from './captured-fields.ts'
import { findOriginals, withOtherName, type FoundOriginal } from './find-originals.ts'
import { PatientReader, type ReaderOptions } from './patient-reader.ts'
import { Originals, Pseudonyms } from './pseudonyms.ts'
import { AccountReader, type FleetRow, type TeamRow } from './read-account.ts'
import { townFinder } from './towns.ts'
import { trimReleases } from './trim-releases.ts'

export interface CaptureOptions extends ReaderOptions {
  data: DataClient
  /** The time of the platform. */
  now: number
  /** Kinds of texts that stay as they are. */
  keep?: ReadonlySet<Keepable>
  /** Each device for itself, with its own values. */
  isSingle?: boolean
  /** A capture that was stopped. */
  resume?: CaptureState
  /** Called when a fleet is complete: all that is needed to continue, which contains pseudonyms only. */
  onState?(state: CaptureState): void
  onProgress?(progress: CaptureProgress): void
  /** Throws unless the world file can be opened, where the simulation is there to tell. */
  check?(text: string): void
}

/** The kinds of rows whose pseudonyms a stopped capture needs to continue. */
const ROWS: readonly CaptureKind[] = ['organizations', 'fleets', 'teams', 'people', 'devices']

/** Reads an account of a platform, and writes it as a world file with pseudonyms. */
export class Capture {
  readonly #options: CaptureOptions
  readonly #keep: ReadonlySet<Keepable>
  readonly #reader: PatientReader
  readonly #account: AccountReader
  readonly #originals = new Originals()
  readonly #names: Pseudonyms
  #found: { organizations: { id: number; name: string }[]; fleets: FleetRow[]; survey: Survey } | null = null

  constructor(options: CaptureOptions) {
    this.#options = options
    this.#keep = options.keep ?? new Set()
    this.#reader = new PatientReader(options)
    this.#account = new AccountReader(options.data, this.#reader)
    this.#names = new Pseudonyms(this.#originals, options.resume?.names)
  }

  /** Counts what would be read, so that somebody can decide. */
  async survey(): Promise<Survey> {
    return (await this.#readSurvey()).survey
  }

  async #readSurvey() {
    if (this.#found !== null) return this.#found
    const organizations = await this.#account.organizations()
    const fleets = await this.#account.fleets(organizations.map(({ id }) => id))
    const devices = await this.#account.countDevices(fleets.map(({ id }) => id))
    const survey = { organizations: organizations.length, fleets: fleets.length, devices }
    this.#found = { organizations, fleets, survey }
    return this.#found
  }

  /**
   * The world file.
   * @throws CaptureProblem if it cannot be written, `ApiError` if the platform does not answer: it can then be resumed
   */
  async run(): Promise<Captured> {
    const { organizations, fleets, survey } = await this.#readSurvey()
    const isSingle = this.#options.isSingle === true
    if (organizations.length === 0 || fleets.length === 0) throw new CaptureProblem('nothing')
    if (fleets.length > MAX_FLEETS) throw new CaptureProblem('too-many-fleets', String(fleets.length))
    if (survey.devices > MAX_DEVICES) throw new CaptureProblem('too-many-devices', String(survey.devices))
    if (isSingle && survey.devices > MAX_SINGLE_DEVICES)
      throw new CaptureProblem('too-many-single', String(survey.devices))
    const people = await this.#people(organizations, fleets)
    const done = await this.#fleets(fleets, organizations, survey, people)
    const drafts = done.map(({ fleet }) => ({ ...fleet }))
    const releasesLeftOut = trimReleases(drafts)
    const draft = this.#world(organizations, drafts, people)
    const file = this.#withoutOriginals(draft)
    const text = writeWorldFile(file)
    if (text.length > MAX_KILOBYTES * 1000)
      throw new CaptureProblem('too-large', String(Math.round(text.length / 1000)))
    this.#options.check?.(text)
    const sum = (of: (tally: FleetTally) => number) => done.reduce((total, { tally }) => total + of(tally), 0)
    return {
      file,
      text,
      report: {
        organizations: organizations.length,
        people: people.list.length,
        teams: people.teams.length,
        fleets: fleets.length,
        devices: sum((one) => one.devices),
        groups: sum((one) => one.groups),
        places: sum((one) => one.places),
        mergedDevices: sum((one) => one.mergedDevices),
        otherTypes: sum((one) => one.otherTypes),
        otherSystems: sum((one) => one.otherSystems),
        fleetsWithOlderReleases: sum((one) => Number(one.hasOlderReleases)),
        releasesLeftOut,
        otherPlans: people.otherPlans,
        kept: [...this.#keep],
        replaced: captureKinds.filter((kind) => !this.#keep.has(kind)),
        searched: this.#originals.texts.size,
        requests: this.#reader.reads,
        wasResumed: this.#options.resume !== undefined,
        administrator: people.administrator,
      },
    }
  }

  #note(kind: CaptureKind, texts: readonly (string | null)[]): void {
    if (this.#keep.has(kind)) return
    for (const text of texts) if (text !== null) this.#originals.add(kind, text)
  }

  /** A pseudonym, or the original if its kind is kept and a world file can have it. */
  #name: FleetContext['name'] = (kind, original, { id, valid } = {}) =>
    this.#keep.has(kind) && valid?.test(original) === true ? original : this.#names.name(kind, id ?? original)

  async #fleets(
    rows: readonly FleetRow[],
    organizations: readonly { id: number; name: string }[],
    survey: Survey,
    people: CapturedPeople,
  ) {
    const { onProgress, onState, resume, now } = this.#options
    const finished = new Map(Object.entries(resume?.fleets ?? {}))
    const townNear = townFinder()
    const begun = performance.now()
    let [fleetsDone, devicesDone, devicesRead] = [0, 0, 0]
    const tell = () => {
      const spentMs = performance.now() - begun
      const leftMs = devicesRead === 0 ? null : (spentMs / devicesRead) * (survey.devices - devicesDone)
      onProgress?.({ fleets: rows.length, fleetsDone, devices: survey.devices, devicesDone, leftMs })
    }
    const context: FleetContext = {
      reader: this.#account,
      now,
      isSingle: this.#options.isSingle === true,
      keepsVariables: this.#keep.has('variables'),
      keepsPlaces: this.#keep.has('places'),
      name: this.#name,
      note: (kind, texts) => this.#note(kind, texts),
      keeps: (kind) => this.#keep.has(kind),
      number: (text, below) => this.#names.number(text, below),
      townNear,
      usernameOf: (user) => people.usernames.get(user),
      organizationOf: (id) => {
        const at = organizations.findIndex((one) => one.id === id)
        // The first one is the main one.
        return at <= 0 ? undefined : people.organizations[at]
      },
      onDevices(count) {
        devicesDone += count
        devicesRead += count
        tell()
      },
    }
    const done: { fleet: WorldFleet; tally: FleetTally }[] = []
    for (const row of rows) {
      this.#options.signal?.throwIfAborted()
      const known = finished.get(String(row.id))
      const captured = known ?? (await captureFleet(row, context))
      if (known === undefined) {
        finished.set(String(row.id), { ...captured, fleet: this.#withoutOriginals(captured.fleet) })
        onState?.({
          format: 1,
          isSingle: context.isSingle,
          keep: [...this.#keep],
          names: this.#names.known(ROWS),
          fleets: Object.fromEntries(finished),
        })
      } else devicesDone += known.tally.devices
      fleetsDone++
      done.push(finished.get(String(row.id)) ?? captured)
      tell()
    }
    return done
  }

  async #people(
    organizations: { id: number; name: string }[],
    fleets: readonly FleetRow[],
  ): Promise<CapturedPeople> {
    const ids = organizations.map(({ id }) => id)
    const [memberships, plansOf] = [await this.#account.memberships(ids), await this.#account.plans(ids)]
    const teams = await this.#account.teams(ids)
    const grants = await this.#account.fleetMemberships(fleets.map(({ id }) => id))
    this.#note(
      'organizations',
      organizations.map(({ name }) => name),
    )
    this.#note(
      'fleets',
      fleets.map(({ app_name }) => app_name),
    )
    this.#note(
      'teams',
      teams.map(({ name }) => name),
    )
    this.#note(
      'people',
      memberships.flatMap(({ user }) => user.map(({ username }) => username)),
    )
    // The main organization is the one with the most fleets.
    const sizeOf = (id: number) => fleets.filter(({ organization }) => organization[0]?.id === id).length
    organizations.sort((a, b) => sizeOf(b.id) - sizeOf(a.id) || a.id - b.id)
    const names = organizations.map(({ id, name }) =>
      this.#name('organizations', name, { id, valid: /^[^\n]{1,80}$/ }),
    )
    const nameOfOrganization = (id: number | undefined) =>
      names[organizations.findIndex((one) => one.id === id)]

    const persons = new Map<number, { username: string; admin: boolean; organizations: number[] }>()
    for (const { user, is_member_of__organization: of, organization_membership_role: role } of memberships) {
      const [{ id, username } = { id: 0, username: '' }] = user
      const person = persons.get(id) ?? { username, admin: false, organizations: [] }
      person.admin ||= role[0]?.name === 'administrator'
      for (const one of of) person.organizations.push(one.id)
      persons.set(id, person)
    }
    const fleetName = (id: number | undefined) => {
      const row = fleets.find((one) => one.id === id)
      return row === undefined ? [] : [this.#name('fleets', row.app_name, { id: row.id, valid: FLEET_NAME })]
    }
    const usernames = new Map<number, string>()
    const list = [...persons].slice(0, MAX_PEOPLE).map(([id, person]): Person => {
      const name = this.#name('people', person.username, { id, valid: /^[a-z0-9][a-z0-9.-]{0,39}$/ })
      const username = usernameOf(name)
      usernames.set(id, username)
      const own = grants.filter(({ user }) => user[0]?.id === id)
      const role = person.admin
        ? 'administrator'
        : commonRole(own.map((one) => one.application_membership_role[0]?.name))
      const on = own
        .filter((one) => one.application_membership_role[0]?.name === role)
        .flatMap(({ is_member_of__application }) => fleetName(is_member_of__application[0]?.id))
      return {
        name,
        username,
        role,
        organizations: person.organizations.flatMap((one) => nameOfOrganization(one) ?? []),
        ...(role !== 'administrator' && role !== 'member' && { fleets: on }),
      }
    })
    const isInCharge = ({ role, organizations: of }: Person) =>
      role === 'administrator' && of?.includes(names[0] ?? '') === true
    if (!list.some(isInCharge)) {
      const name = this.#names.name('people', 'administrator of the world')
      const username = usernameOf(name)
      list.push({ name, username, role: 'administrator', organizations: names.slice(0, 1) })
    }
    const planOf = new Map<string, WorldPlan>()
    let otherPlans = 0
    for (const { is_active, is_for__organization: of, is_for__plan: plan } of plansOf) {
      const own = nameOfOrganization(of[0]?.id)
      if (!is_active || own === undefined) continue
      const known = plans.find((one) => one === plan[0]?.billing_code)
      if (known === undefined) otherPlans++
      planOf.set(own, known ?? 'production-v2')
    }
    return {
      organizations: names,
      plans: planOf,
      otherPlans,
      usernames,
      administrator: list.find(isInCharge)?.username ?? '',
      list,
      teams: teams.map((one) => this.#team(one, { usernames, fleetName, nameOfOrganization })),
    }
  }

  #team(
    { id, name, belongs_to__organization: of, team_membership, team_application_access: access }: TeamRow,
    known: {
      usernames: ReadonlyMap<number, string>
      fleetName(id: number | undefined): string[]
      nameOfOrganization(id: number | undefined): string | undefined
    },
  ): Team {
    const role = commonRole(access.map((one) => one.application_membership_role[0]?.name))
    const organization = known.nameOfOrganization(of[0]?.id)
    return {
      name: this.#name('teams', name, { id, valid: /^[^\n]{1,80}$/ }),
      ...(organization !== undefined && { organization }),
      members: team_membership.flatMap(({ user }) =>
        user.flatMap((one) => known.usernames.get(one.id) ?? []),
      ),
      role: role === 'administrator' || role === 'member' ? 'observer' : role,
      fleets: [
        ...new Set(access.flatMap((one) => known.fleetName(one.grants_access_to__application[0]?.id))),
      ],
    }
  }

  #world(
    organizations: readonly { id: number }[],
    fleets: WorldFleet[],
    { organizations: names, plans: planOf, list, teams }: CapturedPeople,
  ): WorldFile {
    const [main = '', ...others] = names
    const plan = planOf.get(main)
    return {
      title: TITLE,
      about: this.#keep.size === 0 ? ABOUT : ABOUT_PARTLY,
      seed: this.#names.number('seed', 65_536),
      at: `${new Date(this.#options.now).toISOString().slice(0, 16)}Z`,
      organization: { name: main },
      ...(organizations.length > 1 && {
        organizations: others.map((name) => {
          const own = planOf.get(name)
          return { name, ...(own !== undefined && { plan: own }) }
        }),
      }),
      people: list.map(({ organizations: of, ...person }) =>
        of === undefined || (of.length === 1 && of[0] === main) ? person : { ...person, organizations: of },
      ),
      ...(teams.length > 0 && { teams }),
      fleets,
      ...(plan !== undefined && { billing: { plan } }),
    }
  }

  /** Pseudonyms that were replaced, because they contain an original by accident. */
  readonly #replaced: { from: string; to: string }[] = []

  /**
   * Searches for every original that was read. A pseudonym that contains one by accident is replaced.
   * @throws CaptureProblem for any other
   */
  #withoutOriginals<Part>(part: Part): Part {
    const replace = (file: Part, from: number) =>
      this.#replaced.slice(from).reduce((known, one) => withOtherName(known, one.from, one.to), file)
    let file = replace(part, 0)
    for (let round = 0; ; round++) {
      const [found] = findOriginals(file, this.#originals)
      if (found === undefined) return file
      const known = this.#replaced.length
      if (round === ROUNDS || !this.#replace(found))
        throw new CaptureProblem('original', `${found.place} (${found.kind})`)
      file = replace(file, known)
    }
  }

  /** Draws another pseudonym; false if the text is none. */
  #replace({ place, value }: FoundOriginal): boolean {
    // The names of devices are followed by a number.
    const name = value.replace(/-\{n+\}$/, '')
    const isTown = /(^|\.)places\.\d+\.name$/.test(place)
    const from = this.#names.has(name) ? name : this.#personNamed(name)
    const to = from === undefined ? undefined : this.#names.rename(from)
    if (from !== undefined && to !== undefined)
      this.#replaced.push({ from, to }, { from: usernameOf(from), to: usernameOf(to) })
    else if (isTown) this.#replaced.push({ from: name, to: this.#names.name('places', name) })
    else return false
    return true
  }

  #personNamed(username: string): string | undefined {
    return this.#names.all('people').find((name) => usernameOf(name) === username)
  }
}

const usernameOf = (name: string) => name.toLowerCase().replaceAll(' ', '.')

const TITLE = 'A captured world'
const ABOUT = 'The shape of a real account, with pseudonyms.'
const ABOUT_PARTLY = 'The shape of a real account, partly with pseudonyms.'
const FLEET_NAME = /^[A-Za-z0-9][\w-]{0,59}$/
/** Pseudonyms that may contain an original by accident. */
const ROUNDS = 50

type WorldPlan = (typeof plans)[number]
type Person = NonNullable<WorldFile['people']>[number]
type Team = NonNullable<WorldFile['teams']>[number]

interface CapturedPeople {
  /** Names of the organizations, the main one first. */
  organizations: string[]
  plans: ReadonlyMap<string, WorldPlan>
  otherPlans: number
  /** By the id of the user. */
  usernames: ReadonlyMap<number, string>
  list: Person[]
  administrator: string
  teams: Team[]
}

/** The role that somebody has most often; without any, a member. */
function commonRole(names: readonly (string | undefined)[]): RoleName {
  const counts = new Map<RoleName, number>()
  for (const name of names) {
    const role = roleNames.find((one) => one === name)
    if (role !== undefined) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, few], [, many]) => many - few)
  return most?.[0] ?? 'member'
}
