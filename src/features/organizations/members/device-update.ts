/**
 * The first supervisor version whose devices have their own API key. An older one uses the key of the user who
 * registered the device, and loses access when that user is removed. The specification names no version: this one is
 * the first whose supervisor API does more than restart (docs/decisions/product-rules.md, 20).
 */
export const REQUIRED_SUPERVISOR = '7.0.0'

/** Whether a device must be updated before the user who registered it can be removed. */
export function needsUpdate(supervisorVersion: string | null): boolean {
  const major = /^(\d+)\./.exec(supervisorVersion ?? '')?.[1]
  const required = Number(REQUIRED_SUPERVISOR.split('.')[0])
  // A device that has never reported a version has not connected yet, and will use its own key.
  return major !== undefined && Number(major) < required
}
