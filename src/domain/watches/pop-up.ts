import { entryText, namesText } from '@/messages/watches.ts'
import { entryPath } from './entry-path.ts'
import type { Entry } from './watch.ts'

/** What the browser says to notifications of this site. */
export type PopUpState = 'unsupported' | 'ask' | 'denied' | 'granted'

let isRefused = false

export function popUpState(): PopUpState {
  if (isRefused || !('Notification' in globalThis)) return 'unsupported'
  const { permission } = Notification
  return permission === 'default' ? 'ask' : permission
}

/** Asks, which browsers let happen on a press only. */
export async function askForPopUps(): Promise<PopUpState> {
  if (popUpState() === 'ask') await Notification.requestPermission().catch(() => {})
  return popUpState()
}

/** Shows it above other windows; what belongs to one entry takes the place of what it showed before. */
export function popUp(entry: Entry, go: (path: string) => void): void {
  if (popUpState() !== 'granted') return
  const names = entry.devices.map(({ name }) => name)
  try {
    const shown = new Notification(entryText(entry), {
      tag: `flotilla-watch-${entry.id}`,
      ...(entry.count > 1 && names.length > 0 ? { body: namesText(names, entry.count) } : {}),
    })
    shown.addEventListener('click', () => {
      globalThis.focus()
      shown.close()
      go(entryPath(entry))
    })
  } catch {
    // Some browsers of phones have the name and not the thing.
    isRefused = true
  }
}
