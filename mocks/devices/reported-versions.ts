import type { ExternalReport } from '../../simulator/world/world.ts'
import { isOlder, osReleaseNamed, supervisorReleases } from '../os/system-releases.ts'
import type { Store } from '../store/store.ts'

/** The release of a supervisor version for the architecture of a device type; undefined when there is none. */
function supervisorRelease(store: Store, deviceType: number, version: string): number | undefined {
  const releases = store.rows('release')
  const semver = releases.reader('semver')
  const matching = supervisorReleases(store, deviceType).filter((id) => semver(id) === version)
  const revisionOf = (id: number) => releases.row(id).revision ?? -1
  return matching.toSorted((a, b) => revisionOf(b) - revisionOf(a))[0]
}

/**
 * Sets the target supervisor of a device that reports its version for the first time, and its target OS when it reports a
 * newer one than its target (docs/platform/device-protocol.md). To be called before the report is applied.
 */
export function targetReportedVersions(store: Store, index: number, report: ExternalReport): void {
  const { osVersion, supervisorVersion } = report
  const devices = store.table('device')
  const deviceType = store.world.column('deviceTypeId')(index)
  const known = devices.reader('supervisor_version')(index)
  if (supervisorVersion !== undefined && supervisorVersion !== '' && known === null) {
    const release = supervisorRelease(store, deviceType, supervisorVersion)
    if (release !== undefined) devices.update(index, { should_be_managed_by__release: release })
  }
  if (osVersion === undefined || osVersion === '') return
  const variant = report.osVariant === undefined ? devices.reader('os_variant')(index) : report.osVariant
  if (variant === null) return
  const target = devices.reader('should_be_operated_by__release')(index)
  const current = typeof target === 'number' ? store.rows('release').reader('raw_version')(target) : null
  if (typeof current === 'string' && !isOlder(current, osVersion)) return
  const release = osReleaseNamed(store, deviceType, osVersion)?.id ?? null
  if (release !== target) devices.update(index, { should_be_operated_by__release: release })
}
