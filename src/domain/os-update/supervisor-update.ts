import semver from 'semver'
import { osUpdateText, supervisorUpdateText } from '@/messages/updates.ts'
import { isEsr } from './os-version.ts'

/** A device whose supervisor might be replaced. */
export interface SupervisorUpdateDevice {
  id: number
  device_name: string
  online: boolean
  osVersion: string | null
  supervisorVersion: string | null
  /** Slug of the architecture of its type. */
  architecture: string
}

/** A published supervisor for one architecture. */
export interface SupervisorRelease {
  id: number
  version: string
  architecture: string
}

/** A version as a person chooses it. */
export interface SupervisorChoice {
  version: string
  isNewest: boolean
  /** Why it cannot be chosen; undefined when it can. */
  reason: string | undefined
}

/** Why the supervisor of a device cannot be replaced, whatever is chosen; undefined when it can. */
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
 * The versions that every architecture of the devices has, newest first, down to the one that the devices run: that one
 * is shown and cannot be chosen; only newer ones can.
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

/** Why the supervisor of a device cannot be replaced by this version; undefined when it can. */
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

/** The devices by the release of their architecture that has this version. */
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

/** The version that a device is on its way to; null when its supervisor is at its target, or newer. */
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
