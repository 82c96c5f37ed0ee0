import { matchPath } from 'react-router'
import { cookieChoice } from './shell/preferences.ts'

/** The event by which the page tells which kind of page somebody went to; see `action-events.ts`. */
export const PAGE_EVENT = 'flotilla:page'

/** What a page is about. */
export type PageKind =
  | 'home'
  | 'fleet'
  | 'block'
  | 'app'
  | 'device'
  | 'release'
  | 'organization'
  | 'team'
  | 'member'

/** The first that matches counts: the device before its release, the release before its fleet, a team before its organization. */
const KINDS: readonly (readonly [pattern: string, kind: PageKind])[] = [
  ['/devices/:uuid/*', 'device'],
  ['/:list/:id/releases/:releaseId/*', 'release'],
  ['/blocks/:id/*', 'block'],
  ['/apps/:id/*', 'app'],
  ['/fleets/:id/*', 'fleet'],
  ['/orgs/:id/members/:memberId/*', 'member'],
  ['/orgs/:id/teams/:teamId/*', 'team'],
  ['/orgs/:id/*', 'organization'],
]

/** The kind of page at an address below the dashboard's own. */
export function pageKind(pathname: string): PageKind {
  return KINDS.find(([pattern]) => matchPath(pattern, pathname) !== null)?.[1] ?? 'home'
}

/** Tells of a page that is shown, when the person allows analytics: its kind, and nothing of whose or which. */
export function tellPage(pathname: string, target: EventTarget = window) {
  if (cookieChoice.get()?.analytics !== true) return
  target.dispatchEvent(new CustomEvent(PAGE_EVENT, { detail: { kind: pageKind(pathname) } }))
}
