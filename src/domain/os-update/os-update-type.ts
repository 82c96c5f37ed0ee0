import { updateRefusalText } from '@/messages/updates.ts'
import { compareOsVersions, isOsVersion } from './os-version-order.ts'

/** How an operating system is replaced: beside the old one, or by writing the whole disk anew (docs/platform/operating-systems.md). */
export type OsUpdateType = 'balenahup' | 'takeover'

/** Oldest versions that can be left, and gone to (docs/platform/operating-systems.md). */
const LEAST_SOURCE = '2.14.0+rev1'
const LEAST_TARGET = '2.16.0+rev1'

/** Crossing this version partitions the disk anew (docs/platform/operating-systems.md). */
const TAKEOVER_AT: Readonly<Record<string, string>> = {
  'jetson-xavier': '6.0.50',
  'jetson-xavier-nx-devkit': '6.0.50+rev1',
  'jetson-xavier-nx-devkit-emmc': '6.0.39',
}

/** One step from a version to another on a type of device. */
export interface OsStep {
  deviceType: string
  from: string | null
  to: string
  /** prod or dev, of the device and of the target; '' or null serves both. */
  fromVariant?: string | null
  toVariant?: string | null
  /** What an extended-support target is built on: a device of another kind compares with that. */
  toBase?: string
}

/** How a device gets from one version to another, or why it cannot (docs/platform/operating-systems.md). */
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
  if (compareOsVersions(from, LEAST_SOURCE) < 0) return { whyNot: updateRefusalText.source(LEAST_SOURCE) }
  if (compareOsVersions(toBase, LEAST_TARGET) < 0) return { whyNot: updateRefusalText.target(LEAST_TARGET) }
  const takeover = TAKEOVER_AT[deviceType]
  const crosses =
    takeover !== undefined &&
    compareOsVersions(from, takeover) < 0 &&
    compareOsVersions(toBase, takeover) >= 0
  return { type: crosses ? 'takeover' : 'balenahup' }
}
