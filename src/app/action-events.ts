import { cookieChoice } from './shell/preferences.ts'

/** The event by which the page tells of an action; a deployment's own analytics may listen to it on `window`. */
export const ACTION_EVENT = 'flotilla:action'

/** What was done, and nothing of whom, to which, or with what. */
export interface ActionDetail {
  /** As in `PATCH device` or `POST supervisor/v1/reboot`. */
  action: string
}

const LONGEST_WORD = 24

const isWord = (part: string) => /^(?:[a-z_-]+|v\d+)$/i.test(part) && part.length <= LONGEST_WORD

/** The path without keys, ids, names and values: `device` for the data API, else its words. */
function wordsOf(path: string): string {
  const { pathname } = new URL(path, 'https://platform.invalid')
  const parts = pathname
    .replace(/^\/v\d+\/(?=[a-z_]+(?:\(|\/|$))/, '/')
    .replace(/\([^)]*\)/g, '')
    .split('/')
    .filter(Boolean)
  return parts.map((part) => (isWord(part) ? part : '*')).join('/')
}

/** Tells of an action that the platform accepted, when the person allows analytics. */
export function tellAction(method: string, path: string, target: EventTarget = window) {
  if (cookieChoice.get()?.analytics !== true) return
  const detail: ActionDetail = { action: `${method} ${wordsOf(path)}` }
  target.dispatchEvent(new CustomEvent(ACTION_EVENT, { detail }))
}
