import { expect, test } from 'vitest'
import { aMachine } from './machine.ts'
import { aDevice } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test('changes by users are listed with the user, newest first; rejected writes, device reports and control commands are not [OPS-088]', async () => {
  const world = openCloud()
  const changes = async (): Promise<unknown> => (await world.request('/__flotilla/changes')).json()
  const machine = await aMachine(world, 'cold-chain-eu', { mac_address: 'AA:BB:CC:00:11:22' })
  const before = (await changes()) as unknown[]
  const { id } = await aDevice(world, 'cold-chain-eu')
  const write = (as: 'ada' | 'olive', body: object) =>
    world.request(`/v7/device(${id})`, { as, method: 'PATCH', body })
  await write('ada', { device_name: 'one' })
  await machine.report({ is_online: true })
  await machine.poll()
  expect((await write('olive', { device_name: 'refused' })).status).toBeGreaterThanOrEqual(400)
  await world.request('/__flotilla/clock', { method: 'POST', body: { speed: 0 } })
  await write('ada', { note: 'two' })
  const allChanges = (await changes()) as unknown[]
  expect(allChanges.slice(0, allChanges.length - before.length)).toMatchObject([
    { as: 'ada', key: null, method: 'PATCH', path: `/v7/device(${id})`, body: '{"note":"two"}' },
    { as: 'ada', key: null, method: 'PATCH', path: `/v7/device(${id})`, body: '{"device_name":"one"}' },
  ])
})
