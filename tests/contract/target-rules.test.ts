import { expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const STATUS = 'has a status that is equal to "success"'
const PIN = `It is necessary that each release that is pinned to a device, ${STATUS} and belongs to an application1 that the device belongs to.`
const TARGET = `It is necessary that each release that should be running on an application, ${STATUS} and belongs to the application.`

/** A fleet with a device, and a release of another fleet. */
async function strangers() {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const { id: device } = await aDevice(world, 'cold-chain-eu')
  const [release] = await world.rows(
    `/v7/release?$select=id&$top=1&$filter=status eq 'success' and belongs_to__application eq ${await fleetId(world, 'harbor-cams')}`,
    'ada',
  )
  const send = async (method: string, path: string, body: Record<string, unknown>) =>
    statusAndBody(await world.request(`/v7/${path}`, { as: 'ada', method, body }))
  return { world, fleet, device, release: Number(release?.['id']), send }
}

test('a release of another fleet is rejected by one rule, which lists all requirements of a target', async () => {
  const { world, fleet, device, release, send } = await strangers()
  expect(await send('PATCH', `device(${device})`, { is_pinned_on__release: release })).toEqual([400, PIN])
  expect(await send('PATCH', `application(${fleet})`, { should_be_running__release: release })).toEqual([
    400,
    TARGET,
  ])
  const [type] = await world.rows(`/v7/device_type?$select=id&$filter=slug eq 'raspberrypi4-64'`, 'ada')
  const born = { belongs_to__application: fleet, is_of__device_type: type?.['id'] }
  expect(await send('POST', 'device', { ...born, is_pinned_on__release: release })).toEqual([400, PIN])
})

test('an unknown column is rejected before rules are checked', async () => {
  // The contract does not have this phase, so it is not validated.
  const world = createTestCloud()
  try {
    const fleet = await fleetId(world, 'cold-chain-eu')
    const [one, other] = await world.rows(
      `/v7/release?$select=id,commit&$top=2&$filter=status eq 'success' and belongs_to__application eq ${fleet}`,
      'ada',
    )
    const patch = async (body: Record<string, unknown>) =>
      statusAndBody(
        await world.request(`/v7/release(${String(one?.['id'])})`, { as: 'ada', method: 'PATCH', body }),
      )
    const twin = { commit: other?.['commit'] }
    expect(await patch({ ...twin, phase: 'nope' })).toEqual([400, 'Check constraint violated'])
    expect(await patch(twin)).toEqual([400, expect.stringMatching(/^It is necessary that each application/)])
  } finally {
    world.dispose()
  }
})
