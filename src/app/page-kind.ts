import { matchPath } from 'react-router'
import { cookieChoice } from './shell/preferences.ts'

/** The event for visited pages, with their kind; see `action-events.ts`. */
export const PAGE_EVENT = 'flotilla:page'

/** Kinds of pages. */
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

/** The first match counts: device before release, release before fleet, team before organization. */
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

/** The kind of page at a path below the dashboard's base. */
export function pageKind(pathname: string): PageKind {
  return KINDS.find(([pattern]) => matchPath(pattern, pathname) !== null)?.[1] ?? 'home'
}

/** Dispatches the event for a shown page, if the user allows analytics: only its kind. */
export function dispatchPage(pathname: string, target: EventTarget = window) {
  if (cookieChoice.get()?.analytics !== true) return
  target.dispatchEvent(new CustomEvent(PAGE_EVENT, { detail: { kind: pageKind(pathname) } }))
}
