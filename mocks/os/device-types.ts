import { HttpError } from '../base/http-error.ts'
import type { Store } from '../store/store.ts'

/** A device type by slug or alias. Throws 404 `Unknown device type <slug>` (docs/platform/errors.md). */
export function deviceTypeNamed(store: Store, name: string): { id: number; slug: string } {
  const alias = store.rows('device_type_alias').find('is_referenced_by__alias', name)?.[0]
  if (alias === undefined) throw new HttpError(404, `Unknown device type ${name}`)
  const id = store.rows('device_type_alias').reader('device_type')(alias)
  return { id, slug: store.rows('device_type').reader('slug')(id) }
}

/** The slug of the architecture of a device type. */
export function architectureOf(store: Store, deviceType: number): string {
  const architecture = store.rows('device_type').reader('is_of__cpu_architecture')(deviceType)
  return store.rows('cpu_architecture').reader('slug')(architecture)
}

const COMPATIBLE: Readonly<Record<string, readonly string[]>> = {
  aarch64: ['armv7hf', 'rpi'],
  armv7hf: ['rpi'],
}

/** Whether a device of architecture `host` runs images built for `target` (docs/platform/operating-systems.md). */
export const runsOn = (host: string, target: string): boolean =>
  host === target || (COMPATIBLE[host]?.includes(target) ?? false)
