/**
 * The supervisor from which on a device has a key of its own. An older one signs in with the key of who registered it, and
 * would be cut off with them. The specification names no version: this is the one from which on a supervisor
 * can be asked for more than to restart (docs/decisions/product-rules.md, 20).
 */
export const REQUIRED_SUPERVISOR = '7.0.0'

/** Whether a device must be updated before who registered it can be removed. */
export function needsUpdate(supervisorVersion: string | null): boolean {
  const major = /^(\d+)\./.exec(supervisorVersion ?? '')?.[1]
  const required = Number(REQUIRED_SUPERVISOR.split('.')[0])
  // A device that never told has not been seen yet, and will come with a key of its own.
  return major !== undefined && Number(major) < required
}
