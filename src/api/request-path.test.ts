import { expect, test } from 'vitest'
import { deviceIn, isQuestion, resourceIn, wordsIn } from './request-path.ts'

const uuid = 'c0a5ae5e5f6bd87ffeb7e1320b968f97'

test.each([
  ["/v7/device(4)?$filter=(id eq 1) and note eq 'a/b'", 'device', ['v7', 'device']],
  ["/v7/application_tag(application=1,tag_key='it''s')", 'application_tag', ['v7', 'application_tag']],
  [
    '/v7/device_service_environment_variable',
    'device_service_environment_variable',
    ['v7', 'device_service_environment_variable'],
  ],
  ['/v3/buildFromUrl?owner=acme', null, ['v3', 'buildFromUrl']],
  [`/v2/${uuid}/resinhup`, null, ['v2', null, 'resinhup']],
  [
    '/supervisor/v2/applications/17/restart-service',
    null,
    ['supervisor', 'v2', 'applications', null, 'restart-service'],
  ],
  ['/user/v1/invitation/AbcDefGhiJklMnoPqrStuVwxYzabcdef', null, ['user', 'v1', 'invitation', null]],
])('%s has the resource %s and the words %j', (path, resource, words) => {
  expect(resourceIn(path)).toBe(resource)
  expect(wordsIn(path)).toEqual(words)
})

test('an action names its device; calls to the supervisor may be read-only', () => {
  expect(deviceIn(`/v1/${uuid}/checks`)).toBe(uuid)
  expect(deviceIn('/v3/buildFromUrl')).toBeNull()
  expect(isQuestion('/supervisor/v1/device')).toBe(true)
  expect(isQuestion('/supervisor/v1/reboot')).toBe(false)
})
