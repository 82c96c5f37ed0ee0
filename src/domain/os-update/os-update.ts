import { osUpdateText } from '@/messages/operations/updates.ts'
import { osUpdateType } from './os-update-type.ts'
import { osVersionNumber } from './os-version-number.ts'
import { compareOsVersions, isOsVersion, newestOsVersion, withRevision } from './os-version-order.ts'
import { isEsr } from './os-version.ts'

/** The fields of a device that determine OS updates. */
export interface OsUpdateDevice {
  id: number
  uuid: string
  device_name: string
  online: boolean
  /** Slug of the device type. */
  deviceType: string
  /** As reported by the device: `balenaOS 6.1.0+rev1`. */
  osVersion: string | null
  osVariant: string | null
}

/** A published OS version for one device type. */
export interface OsRelease {
  deviceType: string
  /** Including the revision, if needed. */
  version: string
  /** prod, dev, or '' for both. */
  variant: string
  isEsr: boolean
  /** The version that an extended-support version is based on, for comparison with other versions. */
  base: string
  knownIssues: string | null
}

/** The effect of an update on one device. */
export type OsUpdateClass =
  | 'offline'
  | 'not-supported'
  | 'up-to-date'
  | 'not-available'
  | 'updatable'
  | 'updatable-to-esr'
  | 'downgrade-to-esr'
  | 'switch-to-non-esr'

/** Higher than any version. */
const ANY_LATER = '9999.0.0'

/** Whether devices of this class are updated. */
export function isUpdated(osClass: OsUpdateClass): boolean {
  return osClass === 'updatable' || osClass === 'updatable-to-esr'
}

const releaseFor = (device: OsUpdateDevice, version: string, catalogue: readonly OsRelease[]) =>
  catalogue.find(
    (release) =>
      release.deviceType === device.deviceType &&
      compareOsVersions(release.version, version) === 0 &&
      servesVariant(release, device),
  )

const servesVariant = ({ variant }: OsRelease, { osVariant }: OsUpdateDevice) =>
  variant === '' || variant === (osVariant ?? 'prod')

/** Whether any update of this device is possible. */
function hasUpdatePath({ deviceType, osVersion }: OsUpdateDevice, catalogue: readonly OsRelease[]): boolean {
  if (!catalogue.some((release) => release.deviceType === deviceType)) return false
  return 'type' in osUpdateType({ deviceType, from: osVersion, to: ANY_LATER })
}

/** The class of a device for a target version; the first match applies (docs/decisions/product-rules.md, 17). */
export function classifyOsUpdate(
  device: OsUpdateDevice,
  target: string,
  catalogue: readonly OsRelease[],
): OsUpdateClass {
  if (!device.online) return 'offline'
  if (!hasUpdatePath(device, catalogue)) return 'not-supported'
  const current = device.osVersion ?? ''
  if (compareOsVersions(current, target) === 0) return 'up-to-date'
  const release = releaseFor(device, target, catalogue)
  if (release === undefined) return 'not-available'
  if (isEsr(current) && !release.isEsr) return 'switch-to-non-esr'
  if (!isEsr(current) && release.isEsr) {
    return compareOsVersions(release.base, current) < 0 ? 'downgrade-to-esr' : 'updatable-to-esr'
  }
  return compareOsVersions(release.version, current) < 0 ? 'not-supported' : 'updatable'
}

/** Classifies devices for a target version. The result is cached by `kindOf`, so that large selections are fast. */
export function osUpdateClassifier(
  target: string,
  catalogue: readonly OsRelease[],
): (device: OsUpdateDevice) => OsUpdateClass {
  const known = new Map<string, OsUpdateClass>()
  return (device) => {
    const key = kindOf(device)
    const found = known.get(key) ?? classifyOsUpdate(device, target, catalogue)
    known.set(key, found)
    return found
  }
}

/** The fields that determine the class. Devices with equal fields are of the same kind. */
const kindOf = ({ online, deviceType, osVersion, osVariant }: OsUpdateDevice) =>
  [online, deviceType, osVersion, osVariant].join('|')

/** One device of each kind. */
const oneOfEach = (devices: readonly OsUpdateDevice[]) => [
  ...new Map(devices.map((device) => [kindOf(device), device])).values(),
]

/** A selectable version. */
export interface OsChoice {
  version: string
  isEsr: boolean
  knownIssues: string | null
  /** At least one of the devices is updated by a takeover, which rewrites the whole disk. */
  takesOver: boolean
  /** The first without known issues or takeover. */
  isRecommended: boolean
  /** Why it cannot be selected; undefined if it can. */
  reason: string | undefined
}

/**
 * The selectable versions, newest first: not lower than the newest running version and of the same kind; with `withEsr`,
 * also extended-support versions (docs/decisions/product-rules.md, 17).
 */
export function osChoices(
  all: readonly OsUpdateDevice[],
  catalogue: readonly OsRelease[],
  { withEsr = false }: { withEsr?: boolean } = {},
): OsChoice[] {
  const devices = oneOfEach(all)
  const newestEsr = newestOsVersion(devices.map(({ osVersion }) => (isEsr(osVersion) ? osVersion : null)))
  const newestOther = newestOsVersion(devices.map(({ osVersion }) => (isEsr(osVersion) ? null : osVersion)))
  const isOffered = ({ isEsr: esr, version, base }: OsRelease) => {
    if (!esr) return newestOther !== undefined && compareOsVersions(version, newestOther) >= 0
    if (newestEsr !== undefined) return compareOsVersions(version, newestEsr) >= 0
    return withEsr && newestOther !== undefined && compareOsVersions(base, newestOther) >= 0
  }
  const byVersion = new Map<string, OsRelease>()
  for (const release of catalogue.filter(isOffered)) {
    const known = byVersion.get(release.version)
    if (!known || (known.knownIssues === null && release.knownIssues !== null)) {
      byVersion.set(release.version, release)
    }
  }
  const choices = [...byVersion.values()]
    .toSorted((one, other) => compareOsVersions(other.version, one.version))
    .map((release): Omit<OsChoice, 'isRecommended'> => ({
      version: release.version,
      isEsr: release.isEsr,
      knownIssues: release.knownIssues,
      takesOver: devices.some((device) => takesOver(device, release)),
      reason: whyNotChoose(release.version, devices),
    }))
  const recommended = choices.find(
    ({ version, isEsr: esr, knownIssues, takesOver: takes }) =>
      knownIssues === null && !takes && !version.includes('-') && esr === (newestOther === undefined),
  )
  return choices.map((choice) => ({ ...choice, isRecommended: choice === recommended }))
}

/** Whether an update to this version repartitions the disk of the device. */
export function takesOver(
  device: OsUpdateDevice,
  { version, base, variant, deviceType }: OsRelease,
): boolean {
  if (deviceType !== device.deviceType) return false
  const found = osUpdateType({
    deviceType,
    from: device.osVersion,
    fromVariant: device.osVariant,
    to: version,
    toVariant: variant,
    toBase: isEsr(device.osVersion) ? version : base,
  })
  return 'type' in found && found.type === 'takeover'
}

function whyNotChoose(version: string, devices: readonly OsUpdateDevice[]): string | undefined {
  const allRun = devices.every(
    ({ osVersion }) => osVersion !== null && compareOsVersions(osVersion, version) === 0,
  )
  return allRun ? osUpdateText.alreadyRunning : undefined
}

/** Why a device cannot be updated to any version; undefined if it can. */
export function whyNotUpdateOs(
  device: OsUpdateDevice,
  catalogue: readonly OsRelease[],
): { reason: string; detail?: string } | undefined {
  if (!device.online) return { reason: osUpdateText.mustBeOnline }
  if (hasUpdatePath(device, catalogue)) return undefined
  const version = osVersionNumber(device.osVersion) ?? device.osVersion ?? osUpdateText.unknownVersion
  return {
    reason: osUpdateText.notSupported,
    detail: osUpdateText.versionNotSupported(version, device.deviceType),
  }
}

/** A host app as returned by the data API (docs/platform/operating-systems.md). */
export interface HostAppRows {
  is_for__device_type: readonly { slug: string }[]
  application_tag: readonly { tag_key: string; value: string }[]
  owns__release: readonly {
    raw_version: string
    variant: string | null
    known_issue_list: string | null
    release_tag: readonly { tag_key: string; value: string }[]
  }[]
}

/**
 * Converts host apps to the catalogue. Releases with version 0.0.0 have their version in a tag
 * (docs/platform/operating-systems.md).
 */
export function osReleasesOf(apps: readonly HostAppRows[]): OsRelease[] {
  return apps.flatMap((app) => {
    const policy = app.application_tag.find(({ tag_key }) => tag_key === 'release-policy')?.value
    return app.owns__release.flatMap((release) => {
      const tag = (key: string) => release.release_tag.find(({ tag_key }) => tag_key === key)?.value
      const isOldStyle = release.raw_version.startsWith('0.0.0')
      const raw = isOldStyle ? tag('version') : release.raw_version
      if (!isOsVersion(raw)) return []
      const version = withRevision(raw)
      return app.is_for__device_type.map(({ slug }) => ({
        deviceType: slug,
        version,
        variant: (isOldStyle ? tag('variant') : release.variant) ?? '',
        isEsr: policy === 'esr' || isEsr(version),
        base: tag('meta-balena-base') ?? version,
        knownIssues: release.known_issue_list,
      }))
    })
  })
}
