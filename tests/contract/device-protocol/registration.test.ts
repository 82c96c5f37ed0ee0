import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCloud } from '../../../mocks/hosts/node.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { aMachine, provisioningKey } from '../machine.ts'
import { fleetId } from '../subjects.ts'

const hex = () => crypto.randomUUID().replaceAll('-', '')

const KEY_REQUIRED = [401, 'application/json; charset=utf-8', '{"error":"API key required"}']
const EMPTY_401 = [401, null, '']
const EMPTY_400 = [400, null, '']
const refused = (status: number, text: string) => [
  status,
  'application/json; charset=utf-8',
  JSON.stringify(text),
]

describe.each(PLATFORM_NAMES)('registering on the %s platform', (platform) => {
  let world: TestCloud
  let fleet: number
  let key: string
  let foreignKey: string
  beforeAll(async () => {
    world = createTestCloud('first-look', { platform })
    fleet = await fleetId(world, 'cold-chain-eu')
    key = (await provisioningKey(world, fleet)).credential
    foreignKey = (await provisioningKey(world, await fleetId(world, 'harbor-cams'))).credential
  })
  afterAll(() => world.dispose())

  const body = () => ({ application: fleet, uuid: hex(), device_type: 'raspberrypi4-64', api_key: hex() })

  /** The status, content type and body of an answer. */
  async function register(change: object, credential = key) {
    const response = await world.request('/device/register', {
      method: 'POST',
      as: { credential },
      body: { ...body(), ...change },
    })
    return [response.status, response.headers.get('content-type'), await response.text()]
  }

  test.each<[what: string, change: object, answer: unknown[]]>([
    [
      'an application that is a word',
      { application: 'three' },
      refused(400, 'Application ID must be a valid integer'),
    ],
    [
      'an application that begins with a number',
      { application: '3a' },
      refused(400, 'Application ID must be a valid integer'),
    ],
    [
      'a UUID for an application',
      { application: hex() },
      refused(400, 'Application ID must be a valid integer'),
    ],
    ['no application', { application: null }, refused(400, 'Application ID must be a valid integer')],
    ['a user that is a word', { user: 'ada' }, refused(400, 'User ID must be a valid integer')],
    ['no device type', { device_type: null }, refused(400, 'Device type must be specified')],
    ['no UUID', { uuid: null }, refused(400, 'UUID must be specified')],
    [
      'a UUID that is none',
      { uuid: 'abc' },
      refused(400, 'Device UUID must be a 32 or 62 character long lower case hex string.'),
    ],
    ['an unknown device type', { device_type: 'toaster' }, refused(404, 'Unknown device type toaster')],
    ['a number for a device type', { device_type: 7 }, EMPTY_400],
    ['an object for an application', { application: {} }, EMPTY_400],
    ['a version that is a number', { supervisor_version: 19 }, EMPTY_400],
    ['a fleet of another key', { application: 999_999 }, EMPTY_401],
  ])('refuses %s', async (_what, change, answer) => {
    expect(await register(change)).toEqual(answer)
  })

  test('accepts the id of the fleet as a text, and generates a key if there is none', async () => {
    const [status, , text] = await register({ application: String(fleet), api_key: null, user: null })
    expect(status).toBe(201)
    expect(JSON.parse(String(text))).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      api_key: expect.stringMatching(/^\w{32}$/),
    })
  })

  test('accepts a form, as the host OS sends it with curl, and a form that changes the device', async () => {
    const fields = { ...body(), application: String(fleet), supervisor_version: '19.0.5' }
    const send = (method: string, path: string, credential: string, form: Record<string, string>) =>
      world.cloud.handle(
        new Request(new URL(path, 'https://api.flotilla.test'), {
          method,
          headers: { authorization: `Bearer ${credential}` },
          body: new URLSearchParams(form),
        }),
      )
    const registered = await send('POST', '/device/register', key, fields)
    expect([registered.status, ((await registered.json()) as { uuid: string }).uuid]).toEqual([
      201,
      fields.uuid,
    ])
    const path = `/v6/device(uuid='${fields.uuid}')`
    const progress = { provisioning_progress: '40', provisioning_state: 'Starting', status: 'configuring' }
    expect((await send('PATCH', path, fields.api_key, progress)).status).toBe(200)
    expect(
      await world.rows(
        `/v7/device?$select=provisioning_progress,provisioning_state,status,supervisor_version&$filter=uuid eq '${fields.uuid}'`,
        'ada',
      ),
    ).toEqual([{ ...progress, provisioning_progress: 40, supervisor_version: '19.0.5' }])
    // Until the keys are exchanged, a device has only the key of its fleet, which cannot change it.
    expect((await send('PATCH', path, key, progress)).status).toBe(401)
  })

  test('refuses a wrong key, the token of a user, the key of another fleet and that of a device', async () => {
    const device = await aMachine(world)
    expect(await register({}, hex())).toEqual(KEY_REQUIRED)
    expect(await register({}, await world.token('ada'))).toEqual(KEY_REQUIRED)
    expect(await register({}, foreignKey)).toEqual(EMPTY_401)
    expect(await register({}, device.credential)).toEqual(EMPTY_401)
  })

  test('refuses a UUID that is taken, and a key that is taken, even after its device was deleted', async () => {
    const first = body()
    expect((await register(first))[0]).toBe(201)
    const taken = [409, 'text/html; charset=utf-8', '"uuid" must be unique.']
    expect(await register({ ...first, api_key: hex() })).toEqual(taken)
    expect(await register(first)).toEqual(taken)
    expect(await register({ ...body(), api_key: first.api_key })).toEqual(
      refused(409, '"key" must be unique.'),
    )
    const [row] = await world.rows(`/v7/device?$select=id&$filter=uuid eq '${first.uuid}'`, 'ada')
    await world.request(`/v7/device(${String(row?.['id'])})`, { as: 'ada', method: 'DELETE' })
    expect(await register(first)).toEqual(refused(409, '"key" must be unique.'))
    expect((await register({ ...first, api_key: hex() }))[0]).toBe(201)
  })

  test('nothing is invented for a device that has not reported: no address, place or metrics', async () => {
    const device = await aMachine(world)
    await device.poll()
    const unknown = [
      'public_address',
      'ip_address',
      'mac_address',
      'location',
      'latitude',
      'longitude',
      'cpu_id',
    ]
    const fields = platform === 'open' ? unknown.filter((name) => name !== 'location') : unknown
    const known = fields.filter((name) => platform === 'hosted' || !/itude/.test(name))
    expect(await device.read(known.join(','))).toEqual(Object.fromEntries(known.map((name) => [name, null])))
    expect(await device.read('memory_usage,cpu_usage,storage_total,os_version,supervisor_version')).toEqual({
      memory_usage: null,
      cpu_usage: null,
      storage_total: null,
      os_version: null,
      supervisor_version: null,
    })
  })
})
