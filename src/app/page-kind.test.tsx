import { afterEach, expect, test } from 'vitest'
import { PAGE_EVENT, pageKind, dispatchPage } from './page-kind.ts'
import { cookieChoice } from './shell/preferences.ts'

afterEach(() => localStorage.clear())

test.each([
  ['/', 'home'],
  ['/fleets', 'home'],
  ['/orgs', 'home'],
  ['/preferences/sshkeys', 'home'],
  ['/fleets/12', 'fleet'],
  ['/fleets/12/devices', 'fleet'],
  ['/blocks/12/settings', 'block'],
  ['/apps/12', 'app'],
  ['/devices/c0a5ae5e5f6bd87ffeb7e1320b968f97', 'device'],
  ['/devices/c0a5ae5e5f6bd87ffeb7e1320b968f97/diagnostics/diagnose', 'device'],
  ['/fleets/12/releases', 'fleet'],
  ['/fleets/12/releases/34', 'release'],
  ['/blocks/12/releases/34/settings', 'release'],
  ['/orgs/3', 'organization'],
  ['/orgs/3/members', 'organization'],
  ['/orgs/3/teams', 'organization'],
  ['/orgs/3/members/7', 'member'],
  ['/orgs/3/members/7/fleets', 'member'],
  ['/orgs/3/teams/5/fleets', 'team'],
] as const)('the page at %s is of kind %s [ROUTE-012, ROUTE-013]', (pathname, kind) => {
  expect(pageKind(pathname)).toBe(kind)
})

test.each([
  [{ analytics: true }, [{ kind: 'release' }]],
  [{ analytics: false }, []],
  [null, []],
])('with the choice %j, a page is reported as %j, without its owner or object', (choice, told) => {
  cookieChoice.set(choice)
  const target = new EventTarget()
  const events: unknown[] = []
  target.addEventListener(PAGE_EVENT, (event) => events.push((event as CustomEvent<unknown>).detail))
  dispatchPage('/fleets/12/releases/34', target)
  expect(events).toEqual(told)
})
