import { resourceIn, wordsIn } from '@/api/request-path.ts'
import { cookieChoice } from './shell/preferences.ts'

/** The event for actions, dispatched on `window` for a deployment's own analytics. */
export const ACTION_EVENT = 'flotilla:action'

/** The kind of action, without the user, the object or values. */
export interface ActionDetail {
  /** For example `PATCH device` or `POST supervisor/v1/reboot`. */
  action: string
}

/** `device` for the data API, else the words of the path. */
function nameOf(path: string): string {
  const words = wordsIn(path)
  return (resourceIn(path) === null ? words : words.slice(1)).map((word) => word ?? '*').join('/')
}

/** Dispatches the event for an accepted action, if the user allows analytics. */
export function tellAction(method: string, path: string, target: EventTarget = window) {
  if (cookieChoice.get()?.analytics !== true) return
  const detail: ActionDetail = { action: `${method} ${nameOf(path)}` }
  target.dispatchEvent(new CustomEvent(ACTION_EVENT, { detail }))
}
