import { expect, test } from 'vitest'
import { sentChange } from '@/api/sent-change.ts'
import { createWriteLog, type WriteLog } from '@/api/write-log.ts'
import { localActions } from './local-actions.ts'

const uuid = 'ab'.repeat(16)
const device = { id: 4, uuid, fleetId: 1 }

/** As a request is recorded: only if it changes something. */
function noteIn(log: WriteLog, method: string, path: string, body?: object) {
  const change = sentChange({ method, path, body: body && JSON.stringify(body) })
  if (change !== null) log.note(change)
}

function actionsOf(...writes: [method: string, path: string, body?: object][]) {
  const log = createWriteLog(() => 1000)
  for (const [method, path, body] of writes) noteIn(log, method, path, body)
  return localActions(log.all(), device).map(({ kind, text }) => `${kind}: ${text}`)
}

test('records supervisor actions on the device', () => {
  expect(
    actionsOf(
      ['POST', '/supervisor/v1/blink', { uuid }],
      ['POST', '/supervisor/v1/reboot', { deviceId: 4, data: { force: true } }],
      ['POST', '/supervisor/v1/restart', { deviceId: 4, appId: 1, data: { appId: 1 } }],
      ['POST', '/supervisor/v2/applications/1/stop-service', { deviceId: 4, appId: 1, data: { imageId: 2 } }],
    ),
  ).toEqual([
    'action: Identify requested',
    'action: Reboot requested, overriding update locks',
    'action: Restart of services requested',
    'action: Service stop requested',
  ])
})

test('records changes of the device, single and in bulk', () => {
  expect(
    actionsOf(
      ['PATCH', '/v7/device(4)', { device_name: 'gate' }],
      ['PATCH', '/v7/device?$filter=id%20in%20(3,4)', { is_pinned_on__release: 9 }],
      ['PATCH', '/v7/device?$filter=id%20in%20(4)', { should_be_managed_by__release: 9 }],
      ['POST', '/v7/device_tag', { device: 4, tag_key: 'site', value: 'Bergen' }],
      ['POST', `/v2/${uuid}/resinhup`, { parameters: { target_version: '6.1.0.prod' } }],
      ['POST', `/v1/${uuid}/checks`, { parameters: {} }],
    ),
  ).toEqual([
    'action: Name changed',
    'update: Pin changed',
    'update: Supervisor update requested',
    'device: Tag site changed',
    'update: OS update to 6.1.0.prod requested',
    'action: Health checks started',
  ])
})

test('ignores other devices, and requests that only read', () => {
  expect(
    actionsOf(
      ['POST', '/supervisor/v1/reboot', { deviceId: 5, data: {} }],
      ['PATCH', '/v7/device?$filter=id%20in%20(14,40)', { note: 'x' }],
      ['POST', '/supervisor/v1/device', { uuid, method: 'GET' }],
      ['PATCH', '/v7/application(4)', { app_name: 'x' }],
      ['POST', '/auth/password', { password: 'secret' }],
    ),
  ).toEqual([])
})

test('does not record the values of variables and tags', () => {
  const log = createWriteLog(() => 1000)
  noteIn(log, 'POST', '/v7/device_environment_variable', { device: 4, name: 'KEY', value: 'secret' })
  expect(JSON.stringify(log.all())).not.toContain('secret')
  expect(localActions(log.all(), device).map(({ text }) => text)).toEqual(['Variable KEY changed'])
})

test('signing out deletes the record', () => {
  const log = createWriteLog(() => 1000)
  noteIn(log, 'PATCH', '/v7/device(4)', {})
  log.forget()
  expect(log.all()).toEqual([])
})
