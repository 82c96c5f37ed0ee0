import { afterEach, expect, test } from 'vitest'
import { ACTION_EVENT, tellAction } from './action-events.ts'
import { cookieChoice } from './shell/preferences.ts'

afterEach(() => localStorage.clear())

function toldOf(writes: readonly (readonly [method: string, path: string])[]): unknown[] {
  const events: unknown[] = []
  const target = new EventTarget()
  target.addEventListener(ACTION_EVENT, (event) => events.push((event as CustomEvent<unknown>).detail))
  for (const [method, path] of writes) tellAction(method, path, target)
  return events
}

const uuid = 'c0a5ae5e5f6bd87ffeb7e1320b968f97'

test('dispatches an event for each action if the user allows analytics, without user and object [CALL-027]', () => {
  cookieChoice.set({ analytics: true })
  expect(
    toldOf([
      ['PATCH', `/v7/device?$filter=uuid eq '${uuid}'`],
      ['DELETE', '/v7/organization_membership(user=1,is_member_of__organization=2)'],
      ['POST', '/v7/device_tag'],
      ['POST', '/supervisor/v1/reboot'],
      ['POST', '/supervisor/v2/applications/17/restart-service'],
      ['POST', `/v2/${uuid}/resinhup`],
      ['POST', '/user/v1/invitation/AbcDefGhiJklMnoPqrStuVwxYzabcdef'],
    ]),
  ).toEqual([
    { action: 'PATCH device' },
    { action: 'DELETE organization_membership' },
    { action: 'POST device_tag' },
    { action: 'POST supervisor/v1/reboot' },
    { action: 'POST supervisor/v2/applications/*/restart-service' },
    { action: 'POST v2/*/resinhup' },
    { action: 'POST user/v1/invitation/*' },
  ])
})

test.each([null, { analytics: false }])('dispatches no event with the choice %j', (choice) => {
  cookieChoice.set(choice)
  expect(toldOf([['POST', '/supervisor/v1/reboot']])).toEqual([])
})
