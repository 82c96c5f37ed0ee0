const PROBE = 'flotilla:probe'
/** As long as a session's token may be. */
const LENGTH = 4096

/** Whether this browser keeps nothing for this site: local storage is refused, or full. */
export function keepsNothing(): boolean {
  try {
    localStorage.setItem(PROBE, '1'.repeat(LENGTH))
    localStorage.removeItem(PROBE)
    return false
  } catch {
    return true
  }
}
