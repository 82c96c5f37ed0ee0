import { resourceIn, wordsIn } from '@/api/request-path.ts'
import { cookieChoice } from './shell/preferences.ts'

/** The event by which the page tells of an action; a deployment's own analytics may listen to it on `window`. */
export const ACTION_EVENT = 'flotilla:action'

/** What was done, and nothing of whom, to which, or with what. */
export interface ActionDetail {
  /** As in `PATCH device` or `POST supervisor/v1/reboot`. */
  action: string
}

/** `device` for the data API, else the words of the path. */
function nameOf(path: string): string {
  const words = wordsIn(path)
  return (resourceIn(path) === null ? words : words.slice(1)).map((word) => word ?? '*').join('/')
}

/** Tells of an action that the platform accepted, when the person allows analytics. */
export function tellAction(method: string, path: string, target: EventTarget = window) {
  if (cookieChoice.get()?.analytics !== true) return
  const detail: ActionDetail = { action: `${method} ${nameOf(path)}` }
  target.dispatchEvent(new CustomEvent(ACTION_EVENT, { detail }))
}
