import compareBuild from 'semver/functions/compare-build.js'
import parse from 'semver/functions/parse.js'
import type { SystemPart, World } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'
import type { Store } from '../store/store.ts'
import { architectureOf } from './device-types.ts'

/** An OS version published for a device type (docs/platform/operating-systems.md). */
export interface OsRelease {
  id: number
  /** `raw_version`. */
  version: string
  /** '' if it supports both variants. */
  variant: string
  isEsr: boolean
  /** The regular version that an extended support release is based on; used in comparisons. */
  base: string
}

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

function tagOf(
  store: Store,
  resource: 'application_tag' | 'release_tag',
  field: string,
  id: number,
  key: string,
): string | undefined {
  const table = store.rows(resource)
  const found = idsOf(table.find(field, id)).find((tag) => table.row(tag).tag_key === key)
  return found === undefined ? undefined : table.row(found).value
}

const isEsrApp = (store: Store, application: number): boolean =>
  tagOf(store, 'application_tag', 'application', application, 'release-policy') === 'esr'

function osRelease(store: Store, id: number, isEsr: boolean): OsRelease {
  const releases = store.rows('release')
  const tag = (key: string) => tagOf(store, 'release_tag', 'release', id, key)
  const raw = releases.reader('raw_version')(id)
  // Old releases have no semantic version, but a `version` tag.
  const isOldStyle = raw.startsWith('0.0.0')
  const version = (isOldStyle ? tag('version') : raw) ?? raw
  const variant = isOldStyle ? tag('variant') : releases.row(id).variant
  return { id, version, variant: variant ?? '', isEsr, base: tag('meta-balena-base') ?? version }
}

/** All valid OS versions for a device type. */
function osReleases(store: Store, deviceType: number): OsRelease[] {
  const applications = store.rows('application')
  const releases = store.rows('release')
  return idsOf(applications.find('is_for__device_type', deviceType))
    .filter((id) => applications.row(id).is_host === true)
    .flatMap((application) => {
      const isEsr = isEsrApp(store, application)
      return idsOf(releases.find('belongs_to__application', application))
        .filter((id) => {
          const { status, revision, is_invalidated: invalid } = releases.row(id)
          return status === 'success' && typeof revision === 'number' && invalid !== true
        })
        .map((id) => osRelease(store, id, isEsr))
    })
}

/** Splits `6.1.0`, `6.1.0+rev1`, `6.1.0.dev` or `6.1.0+rev1.prod` into version and variant. */
export function splitVersion(text: string): { version: string; variant: 'prod' | 'dev' | undefined } {
  const [, version = text, variant] = /^(?:balenaOS )?(.*?)(?:\.(prod|dev))?$/i.exec(text) ?? []
  return { version, variant: variant === 'prod' || variant === 'dev' ? variant : undefined }
}

/** The newest version without extended support. */
function latestOs(store: Store, deviceType: number): OsRelease | undefined {
  let latest: OsRelease | undefined
  for (const one of osReleases(store, deviceType)) {
    if (one.isEsr || parse(one.version) === null) continue
    if (latest === undefined || isOlder(latest.version, one.version)) latest = one
  }
  return latest
}

/** The published version with this name, which can be `latest`. */
export function osReleaseNamed(store: Store, deviceType: number, name: string): OsRelease | undefined {
  const { version, variant } = splitVersion(name)
  if (version === 'latest') return latestOs(store, deviceType)
  const parsed = parse(version)
  return osReleases(store, deviceType).find((one) => {
    if (variant !== undefined && one.variant !== '' && one.variant !== variant) return false
    const own = splitVersion(one.version).version
    const other = parse(own)
    // Extended support versions such as 2026.01.0 have leading zeros, which semantic versions do not allow.
    if (parsed === null || other === null) return own === version
    return compareBuild(parsed, other) === 0
  })
}

const FIRST_UPDATABLE = '2.14.0+rev1'
/** Extended support versions start with a year. */
const isEsrVersion = (version: string): boolean => (parse(version)?.major ?? 0) > 2000

/** Whether a version is older than another; false when one of them is no semantic version. */
export const isOlder = (one: string, other: string): boolean => {
  const [a, b] = [parse(one), parse(other)]
  return a !== null && b !== null && compareBuild(a, b) < 0
}

/** Why a device cannot update to that version; undefined when it can (docs/platform/operating-systems.md, docs/decisions/product-rules.md, 17). */
export function osRejectionReason(
  store: Store,
  index: number,
  target: OsRelease,
  variant?: 'prod' | 'dev',
): string | undefined {
  const { world } = store
  const current = world.column('osVersion')(index)
  if (parse(current) === null) return 'Invalid current balenaOS version'
  if (variant !== undefined && variant !== (world.column('osVariant')(index) ?? 'prod')) {
    return 'Updates cannot be performed between development and production balenaOS variants'
  }
  if (current === target.version) return 'Current OS version matches Target OS version'
  const from = isEsrVersion(current)
    ? osReleaseNamed(store, world.column('deviceTypeId')(index), current)
    : undefined
  if (isEsrVersion(current) && !target.isEsr) {
    return 'Updates from an extended support version to another kind of version are not allowed'
  }
  const compared = isEsrVersion(current) ? target.version : target.base
  if (isOlder(compared, from?.version ?? current)) return 'OS downgrades are not allowed'
  if (!isEsrVersion(current) && isOlder(current, FIRST_UPDATABLE)) {
    return `Current OS version must be >= ${FIRST_UPDATABLE}`
  }
  return undefined
}

const versionOf = (world: World, index: number, part: SystemPart) =>
  world.column(part === 'os' ? 'osVersion' : 'supervisorVersion')(index)

function bytesOf(store: Store, release: number): number {
  const joins = store.rows('release_image')
  const images = store.rows('image')
  return idsOf(joins.find('is_part_of__release', release)).reduce((sum, join) => {
    const size = images.row(joins.row(join).image).image_size
    return sum + (typeof size === 'number' ? size : 0)
  }, 0)
}

const isOver = (kind: string) => kind === 'done' || kind === 'failed'

/** Starts an OS or supervisor update to that release, unless the device already runs it or is being updated to it. */
export function replaceSystem(
  store: Store,
  index: number,
  part: SystemPart,
  release: number,
  requestedVariant?: 'prod' | 'dev',
): void {
  const { world } = store
  const version = store.rows('release').reader('raw_version')(release)
  const update = world.systemUpdate(index, part)
  const current = update?.kind === 'out-of-touch' ? update.was : update
  if (current !== undefined && !isOver(current.kind)) {
    if (current.plan.version === version) return
  } else if (versionOf(world, index, part) === version) return
  const own = store.rows('release').row(release).variant
  const supervisor = part === 'os' ? supervisorOf(store, index, release) : undefined
  const variant =
    requestedVariant ?? (own === 'dev' || own === 'prod' ? own : (world.column('osVariant')(index) ?? 'prod'))
  world.startSystemUpdate(index, {
    part,
    version,
    variant,
    bytes: bytesOf(store, release),
    ...(supervisor === undefined ? {} : { supervisor }),
  })
  store.changed()
}

/** Whether an application provides the supervisors of an architecture. */
const isSupervisorApp = (slug: unknown): boolean => /^balena_os\/.*-supervisor$/.test(String(slug))

/** All valid supervisor releases for the architecture of a device type. */
export function supervisorReleases(store: Store, deviceType: number): number[] {
  const applications = store.rows('application')
  const releases = store.rows('release')
  const architecture = architectureOf(store, deviceType)
  return [...applications.handles()].flatMap((id) => {
    const { slug, is_public: isPublic, is_host: isHost, is_for__device_type: type } = applications.row(id)
    if (!isSupervisorApp(slug) || isPublic !== true || isHost === true) return []
    if (architectureOf(store, type) !== architecture) return []
    return idsOf(releases.find('belongs_to__application', id)).filter((one) => {
      const { status, is_invalidated: invalid } = releases.row(one)
      return status === 'success' && invalid !== true
    })
  })
}

/** The supervisor that an OS brings: the newest of its architecture when that OS was built. */
function supervisorOf(
  store: Store,
  index: number,
  osReleaseId: number,
): { version: string; releaseId: number } | undefined {
  const releases = store.rows('release')
  const raw = releases.reader('raw_version')
  const { start_timestamp: builtAt } = releases.row(osReleaseId)
  let newest: { version: string; releaseId: number } | undefined
  for (const releaseId of supervisorReleases(store, store.world.column('deviceTypeId')(index))) {
    if (releases.row(releaseId).start_timestamp > builtAt) continue
    const version = raw(releaseId)
    if (newest === undefined || isOlder(newest.version, version)) newest = { version, releaseId }
  }
  return newest
}

/** Throws 400 when a release would downgrade the OS or supervisor (docs/platform/operating-systems.md). */
export function rejectDowngrade(store: Store, index: number, part: SystemPart, release: unknown): void {
  if (typeof release !== 'number' || store.rows('release').byId(release) < 0) return
  if (part === 'os') {
    const application = store.rows('release').row(release).belongs_to__application
    const reason = osRejectionReason(store, index, osRelease(store, release, isEsrApp(store, application)))
    if (reason === undefined || reason.startsWith('Current OS version matches')) return
    throw new HttpError(
      400,
      reason.startsWith('OS downgrades') ? 'Attempt to downgrade hostapp, which is not allowed' : reason,
    )
  }
  const versionIn = store.rows('release').reader('raw_version')
  const devices = store.table('device')
  // Unknown until the first report of the device; then nothing is a downgrade.
  const running = devices.reader('supervisor_version')(index)
  if (running === null) return
  const target = devices.reader('should_be_managed_by__release')(index)
  // The platform compares targets; it has set one for each version that it knows. Simulated devices begin without.
  const current =
    typeof target === 'number' ? versionIn(target) : store.world.isExternal(index) ? null : running
  if (typeof current === 'string' && isOlder(versionIn(release), current)) {
    throw new HttpError(400, 'Attempt to downgrade supervisor, which is not allowed')
  }
}
