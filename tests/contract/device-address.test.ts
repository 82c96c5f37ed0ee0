import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aDevice } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

async function visit({ cloud }: TestCloud, uuid: string): Promise<[number, string]> {
  const answer = await cloud.handle(new Request(`https://${uuid}.devices.flotilla.test/`))
  return [answer.status, await answer.text()]
}

test('the public URL of a device reaches its service while it is enabled and the device is connected', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  expect(await visit(world, uuid)).toEqual([404, expect.stringContaining('its public URL is off')])

  const path = `/v7/device(${id})`
  await world.request(path, { as: 'ada', method: 'PATCH', body: { is_web_accessible: true } })
  const [row] = await world.rows(`${path}?$select=device_name`, 'ada')
  const name = String(row?.['device_name'])
  expect(await visit(world, uuid)).toEqual([200, expect.stringContaining(`of ${name} says hello`)])

  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect(await visit(world, uuid)).toEqual([503, `${name} is offline.\n`])
  expect(await visit(world, '0'.repeat(32))).toEqual([404, expect.stringContaining('No device answers')])
})
