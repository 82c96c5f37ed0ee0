import { withoutOwnTags } from '@/domain/tags/tags.ts'
import type { WorldFleet } from '@/simulation/world-file/world-schema.ts'
import { deviceTypes, MAX_GROUPS, MAX_RELEASES, MAX_SERVICES } from '@/simulation/world-limits.ts'
import { capturedDevice, simulatedType } from './capture-devices.ts'
import type { CaptureKind } from './captured-fields.ts'
import { mixedGroups, singleGroups, type CapturedDevice } from './device-groups.ts'
import type { AccountReader, DeviceRow, FleetRow, ReleaseRow } from './read-account.ts'
import { nearest, type Town } from './towns.ts'
import { writtenDuration } from './written-values.ts'

type Release = NonNullable<WorldFleet['releases']>[number]
type Service = NonNullable<WorldFleet['services']>[number]
type Place = Exclude<NonNullable<WorldFleet['places']>[number], string>

/** What a capture counts for its report. */
export interface FleetTally {
  devices: number
  groups: number
  /** Devices whose group was too small, and joined another. */
  mergedDevices: number
  /** Devices with another type of hardware than they really have. */
  otherTypes: number
  /** Devices whose OS version is not one of the platform's. */
  otherSystems: number
  /** Older releases that no device uses, and were not read or written. */
  hasOlderReleases: boolean
  places: number
}

export interface FleetContext {
  reader: AccountReader
  now: number
  /** Devices one by one. */
  isSingle: boolean
  keepsVariables: boolean
  keepsPlaces: boolean
  /** The pseudonym of a row or text, or what it is called if its kind is kept. */
  name(kind: CaptureKind, original: string, options?: { id?: number; valid?: RegExp }): string
  /** Remembers texts before any pseudonym is made of them. */
  note(kind: CaptureKind, texts: readonly (string | null)[]): void
  /** Whether texts of this kind are kept. */
  keeps(kind: CaptureKind): boolean
  number(text: string, below: number): number
  townNear(position: { latitude: number; longitude: number }): Town
  usernameOf(user: number): string | undefined
  organizationOf(id: number | undefined): string | undefined
  onDevices(count: number): void
}

/** More towns than a fleet usually has; devices elsewhere join the nearest of them. */
const MAX_PLACES = 200
/** Groups of a fleet of a capture that mixes them. */
const MAX_MIXED_GROUPS = 150
const MIB = 1_048_576
const KINDS = ['worker', 'sensor', 'uplink', 'dashboard', 'database'] as const
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/
const TAG_KEY = /^[A-Za-z][\w.-]{0,99}$/
const TAG_VALUE = /^[^\n]{1,200}$/
const SLUG = /^[A-Za-z0-9][\w-]{0,59}$/

/** The devices of a fleet as they were read, until its releases are known. */
async function readDevices(row: FleetRow, { reader, note, onDevices }: FleetContext): Promise<DeviceRow[]> {
  const rows: DeviceRow[] = []
  await reader.devices(row.id, (page) => {
    for (const one of page) {
      note('devices', [one.device_name])
      for (const { tag_key, value } of withoutOwnTags(one.device_tag)) note('tags', [tag_key, value])
    }
    rows.push(...page)
    onDevices(page.length)
  })
  return rows
}

/** The newest releases, and the older ones that devices run or are pinned to. */
async function readReleases(row: FleetRow, devices: readonly DeviceRow[], { reader, note }: FleetContext) {
  const newest = await reader.newestReleases(row.id, MAX_RELEASES)
  const known = new Set(newest.map(({ id }) => id))
  const used = new Set(
    devices.flatMap((one) =>
      [one.is_running__release[0]?.id, one.is_pinned_on__release[0]?.id].filter((id) => id !== undefined),
    ),
  )
  for (const { id } of row.should_be_running__release) used.add(id)
  const older = [...used].filter((id) => !known.has(id))
  const releases = older.length === 0 ? newest : [...newest, ...(await reader.releases(older))]
  for (const { raw_version, commit, release_tag } of releases) {
    note('versions', [raw_version, commit])
    for (const { tag_key, value } of withoutOwnTags(release_tag)) note('tags', [tag_key, value])
  }
  // The used ones first: if there are too many, the oldest unused ones are left out.
  const sorted = releases.toSorted((a, b) => Number(used.has(b.id)) - Number(used.has(a.id)) || b.id - a.id)
  return {
    releases: sorted.slice(0, MAX_RELEASES).toSorted((a, b) => a.id - b.id),
    hasOlder: newest.length === MAX_RELEASES || sorted.length > MAX_RELEASES,
  }
}

/** Versions in the order of the releases; originals if they are kept. */
function versionsOf(releases: readonly ReleaseRow[], context: FleetContext): Map<number, string> {
  const versions = new Map<number, string>()
  const taken = new Set<string>()
  const first = 1 + context.number(`versions ${releases[0]?.id ?? 0}`, 5)
  for (const [at, { id, raw_version }] of releases.entries()) {
    const own = context.keeps('versions') ? (raw_version ?? '').replace(/\+.*$/, '') : ''
    const numbered = `${first + Math.floor(at / 100)}.${Math.floor(at / 10) % 10}.${at % 10}`
    const version = VERSION.test(own) && own.length <= 40 && !taken.has(own) ? own : numbered
    taken.add(version)
    versions.set(id, version)
  }
  return versions
}

const STATUSES: Readonly<Record<string, Release['status']>> = {
  success: 'success',
  running: 'running',
  cancelled: 'cancelled',
}

function releaseOf(row: ReleaseRow, version: string, context: FleetContext): Release {
  const { now, usernameOf } = context
  const status = STATUSES[row.status ?? ''] ?? 'failed'
  const author = row.is_created_by__user[0]?.id
  const by = author === undefined ? undefined : usernameOf(author)
  const tags = tagsOf(row.release_tag, context)
  return {
    version,
    age: writtenDuration(Math.max(0, now - Date.parse(row.created_at))),
    ...(status !== 'success' && { status }),
    ...(!row.is_final && { draft: true }),
    ...(row.is_invalidated && { invalidated: 'Invalidated' }),
    ...(tags !== undefined && { tags }),
    ...(by !== undefined && { by }),
  }
}

type TagRow = { tag_key: string; value: string | null }

function tagOf({ tag_key, value }: TagRow, { name }: FleetContext): { key: string; value: string } {
  return {
    key: name('tags', tag_key, { valid: TAG_KEY }),
    value: value === null || value === '' ? '-' : name('tags', value, { valid: TAG_VALUE }),
  }
}

function tagsOf(rows: readonly TagRow[], context: FleetContext): Record<string, string> | undefined {
  const own = withoutOwnTags(rows)
  if (own.length === 0) return undefined
  return Object.fromEntries(
    own.map((row) => {
      const { key, value } = tagOf(row, context)
      return [key, value]
    }),
  )
}

async function servicesOf(
  row: FleetRow,
  releases: readonly ReleaseRow[],
  { reader, name, number }: FleetContext,
): Promise<Service[]> {
  const newest = releases.findLast(({ status }) => status === 'success')?.id
  const release = row.should_be_running__release[0]?.id ?? newest
  const images = release === undefined ? [] : await reader.imagesOf(release)
  const sizes = new Map(
    images.flatMap(({ image }) =>
      image.flatMap(({ image_size, is_a_build_of__service }) =>
        is_a_build_of__service.map(({ id }): [number, number] => [id, Number(image_size ?? 0)]),
      ),
    ),
  )
  const taken = new Set<string>()
  return row.service.slice(0, MAX_SERVICES).flatMap(({ id, service_name }): Service[] => {
    const own = name('services', service_name, { valid: SLUG })
    if (taken.has(own)) return []
    taken.add(own)
    const size = Math.round((sizes.get(id) ?? 0) / MIB)
    const kind = KINDS[number(`kind ${service_name}`, KINDS.length)] ?? 'worker'
    return [{ name: own, kind, size: Math.min(4000, Math.max(1, size)) }]
  })
}

/** The places of a fleet by code: towns, or the original neighbourhoods if places are kept. */
class Places {
  readonly #codes = new Map<string, string>()
  readonly #places: Place[] = []
  readonly #context: FleetContext

  constructor(context: FleetContext) {
    this.#context = context
  }

  codeAt(latitude: number, longitude: number): string {
    const { keepsPlaces, townNear } = this.#context
    const position = { latitude, longitude }
    const exact = keepsPlaces
      ? { name: '', latitude: rounded(latitude), longitude: rounded(longitude) }
      : null
    const town = exact ?? townNear(position)
    const key = `${town.latitude} ${town.longitude}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    if (this.#places.length >= MAX_PLACES) return nearest(position, this.#places).code
    const code = `p${this.#places.length + 1}`
    this.#codes.set(key, code)
    this.#places.push({
      code,
      name: town.name === '' ? `Place ${this.#places.length + 1}` : town.name,
      latitude: town.latitude,
      longitude: town.longitude,
    })
    return code
  }

  all(): Place[] {
    return this.#places
  }
}

/** A tenth of a degree: a neighbourhood of some kilometres. */
const rounded = (degrees: number) => Math.round(degrees * 10) / 10

/** Reads a fleet, app or block, and writes it with pseudonyms. */
export async function captureFleet(
  row: FleetRow,
  context: FleetContext,
): Promise<{ fleet: WorldFleet; tally: FleetTally }> {
  const { now, reader, name, note, keeps, isSingle } = context
  note(
    'services',
    row.service.map(({ service_name }) => service_name),
  )
  note('repositories', [row.is_stored_at__repository_url])
  for (const { tag_key, value } of withoutOwnTags(row.application_tag)) note('tags', [tag_key, value])
  const rows = await readDevices(row, context)
  const { releases, hasOlder } = await readReleases(row, rows, context)
  const services = await servicesOf(row, releases, context)
  const variables = context.keepsVariables ? await reader.variableNames(row.id) : []

  const versions = versionsOf(releases, context)
  const runnable = new Set(releases.flatMap(({ id, status }) => (status === 'success' ? [id] : [])))
  const runnableVersion = (id: number) => (runnable.has(id) ? (versions.get(id) ?? null) : null)
  const places = new Places(context)
  const devices = rows.map((one): CapturedDevice =>
    capturedDevice(one, {
      now,
      types: deviceTypes,
      versionOf: runnableVersion,
      placeAt: (latitude, longitude) => places.codeAt(latitude, longitude),
      nameOf: ({ id, device_name }) =>
        isSingle ? name('devices', device_name, { id, valid: /^[^\n]{1,80}$/ }) : null,
      tagOf: (tag_key, value) => tagOf({ tag_key, value }, context),
    }),
  )
  const digits = 'n'.repeat(Math.max(2, String(devices.length).length))
  const pattern = `${name('devices', `of fleet ${row.id}`)}-{${digits}}`
  const { groups, merged } = isSingle
    ? singleGroups(devices)
    : mixedGroups(devices, pattern, Math.min(MAX_MIXED_GROUPS, MAX_GROUPS))
  const type = simulatedType(row.is_for__device_type[0], deviceTypes)
  const target = row.should_be_running__release[0]
  const targetVersion = target === undefined ? null : runnableVersion(target.id)
  const tags = tagsOf(row.application_tag, context)
  const organization = context.organizationOf(row.organization[0]?.id)
  const repository = row.is_stored_at__repository_url
  const isKept = repository !== null && keeps('repositories') && /^https:\/\/\S{1,190}$/.test(repository)
  const fleet: WorldFleet = {
    name: name('fleets', row.app_name, { id: row.id, valid: SLUG }),
    type,
    ...(organization !== undefined && { organization }),
    ...(row.is_of__class !== 'fleet' && { class: row.is_of__class }),
    age: writtenDuration(Math.max(0, now - Date.parse(row.created_at))),
    ...(tags !== undefined && { tags }),
    ...(repository !== null &&
      repository !== '' && { repository: isKept ? repository : name('repositories', repository) }),
    ...(variables.length > 0 && {
      variables: Object.fromEntries(
        variables.filter((one) => TAG_KEY.test(one.name)).map((one) => [one.name, '']),
      ),
    }),
    ...(services.length > 0 && { services }),
    releases: releases.map((one) => releaseOf(one, versions.get(one.id) ?? '', context)),
    ...(targetVersion !== null && { target: targetVersion, pinned: !row.should_track_latest_release }),
    ...(places.all().length > 0 && { places: places.all() }),
    // The usual case is that of the fleet.
    devices: groups.map(({ type: own, ...group }) => (own === type ? group : { ...group, type: own })),
  }
  return {
    fleet,
    tally: {
      devices: devices.length,
      groups: groups.length,
      mergedDevices: merged,
      otherTypes: rows.filter((one) => !deviceTypes.some((slug) => slug === one.is_of__device_type[0]?.slug))
        .length,
      otherSystems: rows.filter((one, at) => Boolean(one.os_version) && devices[at]?.os === null).length,
      hasOlderReleases: hasOlder,
      places: places.all().length,
    },
  }
}
