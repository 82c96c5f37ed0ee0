import { entryText, namesText } from '@/messages/watches/watches.ts'
import { entryPath } from './entry-path.ts'
import type { Entry } from './watch.ts'

/** The permission for notifications. */
export type PopUpState = 'unsupported' | 'ask' | 'denied' | 'granted'

let isRefused = false

export function popUpState(): PopUpState {
  if (isRefused || !('Notification' in globalThis)) return 'unsupported'
  const { permission } = Notification
  return permission === 'default' ? 'ask' : permission
}

/** Requests the permission. Browsers allow that only in response to a click. */
export async function askForPopUps(): Promise<PopUpState> {
  if (popUpState() === 'ask') await Notification.requestPermission().catch(() => {})
  return popUpState()
}

/** Shows a notification. It replaces an earlier one of the same entry. */
export function popUp(entry: Entry, go: (path: string) => void): void {
  if (popUpState() !== 'granted') return
  const names = entry.devices.map(({ name }) => name)
  try {
    const notification = new Notification(entryText(entry), {
      tag: `flotilla-watch-${entry.id}`,
      ...(entry.count > 1 && names.length > 0 ? { body: namesText(names, entry.count) } : {}),
    })
    notification.addEventListener('click', () => {
      globalThis.focus()
      notification.close()
      go(entryPath(entry))
    })
  } catch {
    // Some mobile browsers define `Notification`, but its constructor throws.
    isRefused = true
  }
}
