import { expect, test } from 'vitest'
import { httpWith } from './http-for-tests.ts'
import { supervisor, supervisorCalls } from './supervisor.ts'

const answered = (body: BodyInit | null, status: number) =>
  supervisor(httpWith(() => new Response(body, { status })).services)

test.each([
  ['an accepted reboot', '{"Data":"OK","Error":null}', 202],
  ['a text', 'OK', 200],
  ['nothing', null, 204],
  ['the answers of several devices', '[{"statusCode":202}]', 207],
])('an action is done with %s', async (_what, body, status) => {
  const supervisor = answered(body, status)
  await expect(supervisor.send(supervisorCalls.reboot(1))).resolves.toBeUndefined()
  await expect(supervisor.sendToService(supervisorCalls.identify('a'))).resolves.toBeUndefined()
})

test('an action that no device answered has failed, with a reason', async () => {
  const supervisor = answered('[]', 207)
  const failure = { kind: 'not-found', message: 'The platform has no connection to this device' }
  await expect(supervisor.send(supervisorCalls.reboot(1))).rejects.toMatchObject(failure)
  await expect(supervisor.sendToService(supervisorCalls.identify('a'))).rejects.toMatchObject(failure)
  await expect(supervisor.state('a')).rejects.toMatchObject(failure)
})
