import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aDevice } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

// docs/platform/data-api.md says for each write whether it moves `modified_at` of a device.

const SECOND = 1000
const MINUTE = 60 * SECOND

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

/** A healthy device whose measures are off, so that nothing but the test changes its row. */
async function quiet() {
  const world = openCloud()
  const { id, uuid } = await aDevice(
    world,
    'cold-chain-eu',
    "overall_status eq 'operational' and is_running__release/raw_version eq '4.12.1' and storage_usage lt 8000",
  )
  await world.request('/v7/device_config_variable', {
    as: 'ada',
    method: 'POST',
    body: { device: id, name: 'RESIN_SUPERVISOR_HARDWARE_METRICS', value: 'false' },
  })
  pass(world, 2 * MINUTE)
  const modifiedAt = async () => {
    const [row] = await world.rows(`/v7/device(${id})?$select=modified_at`, 'ada')
    return String(row?.['modified_at'])
  }
  /** Whether an action moves it, within a minute. */
  const moves = async (act: () => Promise<unknown>) => {
    const before = await modifiedAt()
    pass(world, SECOND)
    await act()
    pass(world, MINUTE)
    const after = await modifiedAt()
    expect(after >= before).toBe(true)
    return after > before
  }
  const send = async (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') => {
    const { status } = await world.request(path, { as: 'ada', method, body })
    expect(status).toBeLessThan(300)
  }
  const control = (body: object) => send(`/__flotilla/devices/${uuid}`, body)
  return { world, id, uuid, moves, send, control, modifiedAt }
}

test('nothing moves it while a device only polls', async () => {
  const { moves } = await quiet()
  expect(await moves(async () => {})).toBe(false)
})

test('a rename moves it, also one to the same name', async () => {
  const { moves, send, id } = await quiet()
  const rename = () => send(`/v7/device(${id})`, { device_name: 'gate-9' }, 'PATCH')
  expect(await moves(rename)).toBe(true)
  expect(await moves(rename)).toBe(true)
})

test('a change of the VPN moves it, and so does one of the heartbeat', async () => {
  const { moves, control } = await quiet()
  expect(await moves(() => control({ contact: 'polls' }))).toBe(true)
  expect(await moves(() => control({ contact: 'cloudlink' }))).toBe(true)
})

test('rows of their own do not: tags, variables, services', async () => {
  const { moves, send, id } = await quiet()
  expect(await moves(() => send('/v7/device_tag', { device: id, tag_key: 'checked', value: '9' }))).toBe(
    false,
  )
  const setVariable = () => send('/v7/device_environment_variable', { device: id, name: 'SPEED', value: '1' })
  expect(await moves(setVariable)).toBe(false)
})

test('a report of measures moves it, about every five minutes', async () => {
  const world = openCloud()
  const { id } = await aDevice(
    world,
    'cold-chain-eu',
    "overall_status eq 'operational' and storage_usage lt 8000",
  )
  const seen = new Set<string>()
  for (let minute = 0; minute < 30; minute++) {
    const [row] = await world.rows(`/v7/device(${id})?$select=modified_at`, 'ada')
    seen.add(String(row?.['modified_at']))
    pass(world, MINUTE)
  }
  expect(seen.size).toBeGreaterThanOrEqual(5)
  expect(seen.size).toBeLessThanOrEqual(8)
})
