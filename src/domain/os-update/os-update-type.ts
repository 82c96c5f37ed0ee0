import { updateRefusalText } from '@/messages/operations/updates.ts'
import { compareOsVersions, isOsVersion } from './os-version-order.ts'

/** The kind of an OS update: next to the old system, or a takeover that rewrites the disk (docs/platform/operating-systems.md). */
export type OsUpdateType = 'balenahup' | 'takeover'

/** Minimum versions to update from and to (docs/platform/operating-systems.md). */
const MIN_SOURCE = '2.14.0+rev1'
const MIN_TARGET = '2.16.0+rev1'

/** Crossing this version repartitions the disk (docs/platform/operating-systems.md). */
const TAKEOVER_AT: Readonly<Record<string, string>> = {
  'jetson-xavier': '6.0.50',
  'jetson-xavier-nx-devkit': '6.0.50+rev1',
  'jetson-xavier-nx-devkit-emmc': '6.0.39',
}

/** An update between two versions on a device type. */
export interface OsStep {
  deviceType: string
  from: string | null
  to: string
  /** prod or dev, of the device and of the target; '' or null match both. */
  fromVariant?: string | null
  toVariant?: string | null
  /** The base version of an extended-support target, for comparison with other devices. */
  toBase?: string
}

/** The kind of update between two versions, or why it is not possible (docs/platform/operating-systems.md). */
export function osUpdateType(step: OsStep): { type: OsUpdateType } | { whyNot: string } {
  const { deviceType, from, to, fromVariant, toVariant, toBase = to } = step
  if (!isOsVersion(from)) return { whyNot: updateRefusalText.invalidCurrent }
  if (!isOsVersion(to)) return { whyNot: updateRefusalText.invalidTarget }
  if (toVariant && (fromVariant === 'dev') !== (toVariant === 'dev')) {
    return { whyNot: updateRefusalText.otherVariant }
  }
  const order = compareOsVersions(toBase, from)
  if (order < 0) return { whyNot: updateRefusalText.downgrade }
  if (compareOsVersions(to, from) === 0) return { whyNot: updateRefusalText.same }
  if (compareOsVersions(from, MIN_SOURCE) < 0) return { whyNot: updateRefusalText.source(MIN_SOURCE) }
  if (compareOsVersions(toBase, MIN_TARGET) < 0) return { whyNot: updateRefusalText.target(MIN_TARGET) }
  const takeover = TAKEOVER_AT[deviceType]
  const crosses =
    takeover !== undefined &&
    compareOsVersions(from, takeover) < 0 &&
    compareOsVersions(toBase, takeover) >= 0
  return { type: crosses ? 'takeover' : 'balenahup' }
}
