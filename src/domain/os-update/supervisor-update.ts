import semver from 'semver'
import { osUpdateText, supervisorUpdateText } from '@/messages/operations/updates.ts'
import { isEsr } from './os-version.ts'

/** The fields of a device that determine supervisor updates. */
export interface SupervisorUpdateDevice {
  id: number
  device_name: string
  online: boolean
  osVersion: string | null
  supervisorVersion: string | null
  /** Slug of the architecture of its device type. */
  architecture: string
}

/** A published supervisor for one architecture. */
export interface SupervisorRelease {
  id: number
  version: string
  architecture: string
}

/** A selectable version. */
export interface SupervisorChoice {
  version: string
  isNewest: boolean
  /** Why it cannot be selected; undefined if it can. */
  reason: string | undefined
}

/** Why the supervisor of a device cannot be updated to any version; undefined if it can. */
export function whyNotUpdateSupervisor({
  online,
  osVersion,
  supervisorVersion,
}: Pick<SupervisorUpdateDevice, 'online' | 'osVersion' | 'supervisorVersion'>): string | undefined {
  if (isEsr(osVersion)) return supervisorUpdateText.esr
  if (!online) return osUpdateText.mustBeOnline
  return semver.valid(supervisorVersion) === null ? supervisorUpdateText.unknownVersion : undefined
}

/**
 * The versions that exist for all architectures of the devices, newest first, down to the running one, which is shown but
 * disabled.
 */
export function supervisorChoices(
  devices: readonly SupervisorUpdateDevice[],
  releases: readonly SupervisorRelease[],
): SupervisorChoice[] {
  const architectures = new Set(devices.map(({ architecture }) => architecture))
  const newest = newestSupervisor(devices.map(({ supervisorVersion }) => supervisorVersion))
  if (newest === undefined) return []
  const versions = [...new Set(releases.map(({ version }) => version))]
    .filter((version) => semver.valid(version) !== null && semver.gte(version, newest))
    .filter((version) =>
      [...architectures].every((architecture) =>
        releases.some((release) => release.version === version && release.architecture === architecture),
      ),
    )
    .toSorted(semver.rcompare)
  const allRun = (version: string) =>
    devices.every(
      ({ supervisorVersion: runs }) => semver.valid(runs) !== null && semver.eq(runs ?? '', version),
    )
  return versions.map((version, place) => ({
    version,
    isNewest: place === 0,
    reason: allRun(version) ? supervisorUpdateText.alreadyRunning : undefined,
  }))
}

/** Why the supervisor of a device cannot be updated to this version; undefined if it can. */
export function whyNotUpdateSupervisorTo(
  device: SupervisorUpdateDevice,
  version: string,
  releases: readonly SupervisorRelease[],
): string | undefined {
  const never = whyNotUpdateSupervisor(device)
  if (never !== undefined) return never
  if (semver.eq(device.supervisorVersion ?? '', version)) return supervisorUpdateText.upToDate
  if (semver.gt(device.supervisorVersion ?? '', version)) return supervisorUpdateText.runsNewer
  return supervisorReleaseFor(device, version, releases) ? undefined : supervisorUpdateText.notAvailable
}

/** The release of a version for the device's architecture. */
export const supervisorReleaseFor = (
  { architecture }: SupervisorUpdateDevice,
  version: string,
  releases: readonly SupervisorRelease[],
) => releases.find((one) => one.version === version && one.architecture === architecture)

/** The devices by the release of this version for their architecture. */
export function supervisorTargets(
  devices: readonly SupervisorUpdateDevice[],
  releases: readonly SupervisorRelease[],
  version: string,
): { release: number; devices: SupervisorUpdateDevice[] }[] {
  const byRelease = Map.groupBy(devices, (device) => supervisorReleaseFor(device, version, releases)?.id)
  return [...byRelease].flatMap(([release, those]) =>
    release === undefined ? [] : [{ release, devices: those }],
  )
}

/** The version that a device is being updated to; null if its supervisor has its target version or a newer one. */
export function supervisorOnItsWay(running: string | null, target: string | null | undefined): string | null {
  if (target == null || semver.valid(target) === null || semver.valid(running) === null) return null
  return running !== null && semver.gt(target, running) ? target : null
}

function newestSupervisor(versions: readonly (string | null)[]): string | undefined {
  return versions
    .flatMap((version) => (version !== null && semver.valid(version) !== null ? [version] : []))
    .toSorted(semver.compare)
    .at(-1)
}
