import { gunzipSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud, sendRaw } from './use-cloud.ts'

const TYPE = 'raspberrypi4-64'

const keysOf = async (world: TestCloud) => world.count('/v7/api_key/$count', 'ada')

const asBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

const sizeOf = async (world: TestCloud, version = '6.1.0') =>
  statusAndBody(await world.request(`/device-types/v1/${TYPE}/images/${version}/download-size`))

async function formPost(world: TestCloud, path: string, fields: Record<string, string>): Promise<Response> {
  return sendRaw(
    world,
    new Request(`https://api.flotilla.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  )
}

const MIB = 1_048_576

test('the announced size of an image is that of a real one: it differs by type and version', async () => {
  const world = openCloud()
  const announced = async (type: string, version: string) => {
    const path = `/device-types/v1/${type}/images/${version}/download-size`
    const [status, body] = await statusAndBody(await world.request(path))
    expect(status).toBe(200)
    return (body as { size: number }).size / MIB
  }
  const [pi, zero, nuc, jetson, older] = [
    await announced('raspberrypi4-64', '6.1.0'),
    await announced('raspberry-pi', '6.1.0'),
    await announced('intel-nuc', '6.1.0'),
    await announced('jetson-orin-nano', '6.1.0'),
    await announced('raspberrypi4-64', '5.3.22'),
  ]
  expect([zero, pi, nuc, jetson]).toEqual([zero, pi, nuc, jetson].toSorted((a, b) => a - b))
  expect(zero).toBeGreaterThan(100)
  expect(jetson).toBeLessThan(1000)
  expect(older).toBeLessThan(pi)
  expect(await announced('raspberrypi4-64', '6.1.0')).toBe(pi)
})

test('the image that is served is a small one [DEVLIST-017]', async () => {
  const world = openCloud()
  const app = await fleetId(world, 'cold-chain-eu')
  const answer = await world.request(
    `/download?appId=${app}&deviceType=${TYPE}&version=6.1.0&fileType=.img`,
    {
      as: 'ada',
    },
  )
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="flotilla-cold-chain-eu-${TYPE}-6.1.0.img"`,
  )
  const image = await asBytes(answer)
  expect(image.length / MIB).toBeLessThan(8)
  expect(answer.headers.get('content-length')).toBe(String(image.length))
  expect(image.readUInt16LE(510)).toBe(0xaa55)
  expect(image.includes(`"applicationId":${app}`)).toBe(true)
})

test.each([
  ['.gz', 'application/gzip', (file: Buffer) => gunzipSync(file)],
  [
    '.zip',
    'application/zip',
    (file: Buffer) => {
      const start = 30 + file.readUInt16LE(26) + file.readUInt16LE(28)
      return inflateRawSync(file.subarray(start, start + file.readUInt32LE(18)))
    },
  ],
] as const)('%s holds the same image, packed', async (fileType, type, unpack) => {
  const world = openCloud()
  const download = (as: string) =>
    world.request(`/download?deviceType=${TYPE}&version=6.1.0&fileType=${as}`, { as: 'ada' })
  const plain = await asBytes(await download('.img'))
  const answer = await download(fileType)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('content-disposition')).toContain(`6.1.0.img${fileType}"`)
  const file = await asBytes(answer)
  expect(answer.headers.get('content-length')).toBe(String(file.length))
  const image = unpack(file)
  expect(image.equals(plain)).toBe(true)
  expect(file.length).toBeLessThan(image.length)
})

test('the form of a browser contains the session in a field', async () => {
  const world = openCloud()
  const fields = {
    appId: String(await fleetId(world, 'cold-chain-eu')),
    version: '6.1.0',
    deviceType: TYPE,
    fileType: '.img',
    network: 'wifi',
    wifiSsid: 'depot',
    wifiKey: 'secret word',
    developmentMode: 'true',
  }
  const answer = await formPost(world, '/download', { ...fields, _token: await world.token('ada') })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('-6.1.0-dev.img"')
  expect((await asBytes(answer)).includes('"wifiSsid":"depot","wifiKey":"secret word"')).toBe(true)
  expect((await formPost(world, '/download', fields)).status).toBe(401)
  expect((await formPost(world, '/download', { ...fields, _token: 'a.b.c' })).status).toBe(401)
})

test.each([
  ['an unknown version', 'version=9.9.9', [404, `Device ${TYPE} not found for 9.9.9 version`]],
  ['no version', '', [400, 'A version is required.']],
  ['an unknown file type', 'version=6.1.0&fileType=.iso', [400, 'Unknown file type .iso']],
  ['an unknown device type', 'version=6.1.0&deviceType=toaster', [404, 'Unknown device type toaster']],
  [
    'another architecture',
    'version=6.1.0&deviceType=intel-nuc',
    [400, expect.stringContaining('cannot run')],
  ],
  ['wifi without a name', 'version=6.1.0&network=wifi', [400, 'A wifiSsid is required for network wifi.']],
])('an image of %s is rejected and creates no key', async (_what, query, answer) => {
  const world = openCloud()
  const before = await keysOf(world)
  const app = await fleetId(world, 'cold-chain-eu')
  expect(
    await badRequest(async () =>
      statusAndBody(await world.request(`/download?appId=${app}&${query}`, { as: 'ada' })),
    ),
  ).toEqual(answer)
  expect(await keysOf(world)).toBe(before)
})

test('the size of an unknown version or type is a 404', async () => {
  const world = openCloud()
  expect(await sizeOf(world, '9.9.9')).toEqual([404, `Device ${TYPE} not found for 9.9.9 version`])
  expect(
    await statusAndBody(await world.request('/device-types/v1/toaster/images/6.1.0/download-size')),
  ).toEqual([404, 'Unknown device type toaster'])
})

test('the contract of one device type equals the one in the list, also by alias [CALL-017]', async () => {
  const world = openCloud()
  const [, all] = await statusAndBody(await world.request('/device-types/v1'))
  const [status, one] = await statusAndBody(await world.request('/device-types/v1/raspberrypi400-64'))
  expect(status).toBe(200)
  expect(all).toContainEqual(one)
  expect(one).toMatchObject({ slug: TYPE })
  expect(await statusAndBody(await world.request('/device-types/v1/toaster'))).toEqual([
    404,
    'Unknown device type toaster',
  ])
})

const config = async (world: TestCloud, body: unknown, as: DemoName | undefined = 'ada') =>
  statusAndBody(await world.request('/download-config', { ...(as && { as }), method: 'POST', body }))

test('a configuration contains the key with which a device joins the fleet [DEVLIST-015]', async () => {
  const world = openCloud()
  const appId = await fleetId(world, 'cold-chain-eu')
  const [status, made] = await config(world, {
    appId,
    version: '6.1.0',
    deviceType: TYPE,
    network: 'wifi',
    wifiSsid: 'depot',
    appUpdatePollInterval: 20,
    developmentMode: true,
    secureBoot: true,
    provisioningKeyName: 'line 4',
  })
  expect([status, made]).toMatchObject([
    200,
    {
      applicationId: appId,
      deviceType: TYPE,
      appUpdatePollInterval: 1_200_000,
      listenPort: 48484,
      vpnPort: 443,
      apiEndpoint: 'https://api.flotilla.test',
      wifiSsid: 'depot',
      developmentMode: true,
      installer: { secureboot: true },
    },
  ])
  const { apiKey } = made as { apiKey: string }
  const joined = await world.request('/device/register', {
    as: { credential: apiKey },
    method: 'POST',
    body: { application: appId, uuid: 'c'.repeat(32), device_type: TYPE },
  })
  expect(joined.status).toBe(201)
  expect(await world.rows("/v7/api_key?$select=name&$filter=name eq 'line 4'", 'ada')).toHaveLength(1)
})

test('a query returns the same configuration, with the defaults of the fleet', async () => {
  const world = openCloud()
  const appId = await fleetId(world, 'cold-chain-eu')
  expect(
    await statusAndBody(await world.request(`/download-config?appId=${appId}&version=6.1.0`, { as: 'ada' })),
  ).toMatchObject([200, { deviceType: TYPE, appUpdatePollInterval: 900_000 }])
})

test.each([
  ['no fleet', {}, [400, 'An appId is required.']],
  ['no version', { version: undefined }, [400, 'A version is required.']],
  ['no such type', { deviceType: 'toaster' }, [404, 'Unknown device type toaster']],
  ['a bad expiry', { provisioningKeyExpiryDate: 'soon' }, [400, 'Key expiry date should be a valid date']],
  [
    'a bad interval',
    { appUpdatePollInterval: 'often' },
    [400, 'appUpdatePollInterval must be a number of minutes'],
  ],
])('a configuration with %s is rejected and creates no key', async (what, change, answer) => {
  const world = openCloud()
  const before = await keysOf(world)
  const appId = what === 'no fleet' ? undefined : await fleetId(world, 'cold-chain-eu')
  expect(await badRequest(() => config(world, { appId, version: '6.1.0', ...change }))).toEqual(answer)
  expect(await keysOf(world)).toBe(before)
})

test('a configuration requires the permission to add devices to the fleet', async () => {
  const world = openCloud()
  const before = await keysOf(world)
  const appId = await fleetId(world, 'cold-chain-eu')
  const refused = [401, 'You do not have permission to access this application']
  expect(await config(world, { appId, version: '6.1.0' }, 'olive')).toEqual(refused)
  expect(await config(world, { appId: 99_999, version: '6.1.0' })).toEqual(refused)
  expect(await statusAndBody(await world.request('/download-config?appId=1&version=6.1.0'))).toEqual([
    401,
    '',
  ])
  expect(await keysOf(world)).toBe(before)
})

test('a host OS reads the configuration of its services', async () => {
  const world = openCloud()
  expect(await statusAndBody(await world.request('/os/v1/config/'))).toMatchObject([
    200,
    { schema_version: '1.0.0', config: { overrides: { logsEndpoint: 'https://api.flotilla.test' } } },
  ])
})
