import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aMachine } from './machine.ts'
import { aDevice, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

async function keyOf(world: TestCloud, as: 'pat' | 'ada') {
  const body = { name: 'tunnels', expiryDate: null }
  const made = await world.request('/api-key/user/full', { as, method: 'POST', body })
  return { credential: String(await made.json()) }
}

const LINK = 'is_online,is_connected_to_vpn,last_vpn_event,last_connectivity_event'

test('a VPN server reports when a device connects and disconnects', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const as = await keyOf(world, 'pat')
  const tell = async (event: string, body: object) =>
    statusAndBody(await world.request(`/services/vpn/${event}`, { as, method: 'POST', body }))
  expect(await machine.read(LINK)).toMatchObject({ is_connected_to_vpn: false, last_vpn_event: null })

  const upAt = new Date(world.clock.now()).toISOString()
  expect(await tell('client-connect', { common_name: machine.uuid, service_id: 1 })).toEqual([200, ''])
  expect(await machine.read(`${LINK},is_managed_by__service_instance`)).toEqual({
    is_online: true,
    is_connected_to_vpn: true,
    last_vpn_event: upAt,
    last_connectivity_event: upAt,
    is_managed_by__service_instance: { __id: 1 },
  })
  world.clock.advanceTo(world.clock.now() + 60_000)
  const downAt = new Date(world.clock.now()).toISOString()
  const several = { uuids: [machine.uuid, 'f'.repeat(32)] }
  expect(await tell('client-disconnect', several)).toEqual([200, ''])
  expect(await machine.read(LINK)).toEqual({
    is_online: false,
    is_connected_to_vpn: false,
    last_vpn_event: downAt,
    last_connectivity_event: downAt,
  })
})

test('users cannot report the VPN connection of a device', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const before = await world.rows(`/v7/device(${id})?$select=${LINK}`, 'ada')
  for (const as of ['pat', 'ada', await keyOf(world, 'ada')] as const) {
    const body = { common_name: uuid }
    const answer = await world.request('/services/vpn/client-disconnect', { as, method: 'POST', body })
    expect(await statusAndBody(answer)).toEqual([401, ''])
  }
  expect(await world.rows(`/v7/device(${id})?$select=${LINK}`, 'ada')).toEqual(before)
})

test('a VPN server lets in only a device with its own key', async () => {
  const world = openCloud()
  const [machine, other] = [await aMachine(world), await aMachine(world)]
  const ask = async (uuid: string, as: { credential: string } | 'ada' = machine) =>
    statusAndBody(await world.request(`/services/vpn/auth/${uuid}`, { as }))
  expect(await ask(machine.uuid)).toEqual([200, ''])
  expect((await ask(other.uuid))[0]).toBe(403)
  expect((await ask('f'.repeat(32)))[0]).toBe(403)
  expect((await ask(machine.uuid, 'ada'))[0]).toBe(401)
})
