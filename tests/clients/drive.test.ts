import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApi, newTally } from '../../scripts/drive/api.ts'
import { drive } from '../../scripts/drive/drive.ts'
import type { DriveOptions } from '../../scripts/drive/drive.ts'
import { machineNames } from '../../scripts/drive/machine.ts'
import { tallyTable } from '../../scripts/drive/table.ts'
import { createWitness } from '../../scripts/drive/witness.ts'
import { FLEET, firstOf, useSdkWorld } from './sdk-world.ts'

const world = useSdkWorld()
let sdk: BalenaSDK
let key: string
let person: string

beforeAll(async () => {
  sdk = await world.signedIn('ada')
  key = await sdk.models.application.generateProvisioningKey({ slugOrUuidOrId: FLEET, keyExpiryDate: null })
  person = await sdk.models.apiKey.create({ name: 'drive', expiryDate: null })
})

const never = new AbortController().signal
/** Machines are noisy; every condition here is met within a second or two on a quiet one. */
const PATIENCE_MS = 30_000

const options = (change: Partial<DriveOptions> = {}): DriveOptions => ({
  url: world.url,
  key,
  fleet: FLEET,
  deviceType: undefined,
  devices: 6,
  ramp: 200,
  persona: 'steady',
  seed: 7,
  pollEvery: 100,
  logs: true,
  lasts: undefined,
  cleanUp: false,
  removeOnly: false,
  cleanUpKey: undefined,
  stop: never,
  giveUp: never,
  say: () => {},
  ...change,
})

/** Drives until `until` resolves, then stops like Ctrl-C. */
async function drivenUntil(change: Partial<DriveOptions>, until: () => Promise<void>) {
  const stop = new AbortController()
  const driving = drive(options({ ...change, stop: stop.signal }))
  driving.catch(() => {})
  try {
    await vi.waitFor(until, { timeout: PATIENCE_MS, interval: 50 })
  } finally {
    stop.abort()
  }
  return driving
}

const driven = (names: readonly string[]) =>
  sdk.models.device.getAllByApplication(FLEET, {
    $select: ['uuid', 'overall_status', 'api_heartbeat_state', 'os_version', 'cpu_usage', 'update_status'],
    $filter: { uuid: { $in: [...names] } },
  })

function uuidsOf(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => machineNames(key, seed, index).uuid)
}

test('devices register, poll, report and log, and are visible to users', async () => {
  const uuids = uuidsOf(7, 6)
  const { tally, registered } = await drivenUntil({}, async () => {
    const devices = await driven(uuids)
    expect(devices).toHaveLength(6)
    for (const device of devices) {
      expect(device).toMatchObject({
        api_heartbeat_state: 'online',
        os_version: 'balenaOS 6.1.0',
        cpu_usage: expect.any(Number),
      })
      expect(['reduced-functionality', 'updating']).toContain(device.overall_status)
    }
  })
  expect(registered).toBe(6)
  expect(tally.register).toMatchObject({ accepted: 6, refused: 0 })
  expect(tally['report the state'].accepted).toBeGreaterThanOrEqual(6)
  // A target that is the same is not sent again; the first report of its versions sets the target supervisor and OS of a device.
  expect(tally['ask for the target'].statuses.get(200)).toBeGreaterThanOrEqual(6)
  expect(tally['ask for the target'].statuses.get(200)).toBeLessThanOrEqual(12)
})

test('devices that live sixty times as fast finish an update in seconds, and their logs have the present time', async () => {
  const [uuid = ''] = uuidsOf(21, 1)
  const began = Date.now()
  await drivenUntil({ seed: 21, devices: 1, speed: 60, pollEvery: 10_000 }, async () => {
    const [device] = await sdk.models.device.getAllByApplication(FLEET, {
      $select: ['id'],
      $expand: { is_running__release: { $select: ['id'] } },
      $filter: { uuid },
    })
    expect(device?.is_running__release).toHaveLength(1)
  })
  const lines = await sdk.logs.history(uuid)
  expect(lines.length).toBeGreaterThan(0)
  for (const { timestamp } of lines) {
    expect(timestamp).toBeGreaterThan(began - 60_000)
    expect(timestamp).toBeLessThan(Date.now() + 1_000)
  }
})

test('the same key and seed give the same devices, and the cleanup deletes them', async () => {
  const uuids = uuidsOf(8, 3)
  const lines: string[] = []
  await drivenUntil({ seed: 8, devices: 3 }, async () => expect(await driven(uuids)).toHaveLength(3))
  const again = await drivenUntil(
    { seed: 8, devices: 3, cleanUp: true, cleanUpKey: person, say: (line) => lines.push(line) },
    async () => expect(lines.join('\n')).toMatch(/^Driving 3 devices/),
  )
  const table = tallyTable(again.tally)
  expect(await driven(uuids)).toHaveLength(3 - again.removed)
  expect(table).toContain('deregister')
  const rest = await drive(options({ seed: 8, devices: 3, removeOnly: true, cleanUpKey: person }))
  expect(rest.left).toBe(0)
  expect(await driven(uuids)).toEqual([])
})

test('a cleanup requires a user’s API key, which is checked first', async () => {
  await expect(drive(options({ seed: 9, cleanUp: true }))).rejects.toThrow(/--clean-up-key/)
  expect(await driven(uuidsOf(9, 6))).toEqual([])
})

test.each([
  ['a wrong key', { key: 'k'.repeat(32) }, /does not take the key \(401\)/],
  ['the key of another fleet', { fleet: 'acme_logistics/harbor-cams' }, /joins devices to .*cold-chain-eu/],
  ['an address where nothing listens', { url: 'http://127.0.0.1:9' }, /Nothing answers at .*127\.0\.0\.1:9/],
] as const)('%s is told in a sentence', async (_what, change, message) => {
  await expect(drive(options(change))).rejects.toThrow(message)
})

test('reports an address without a platform', async () => {
  const { createServer } = await import('node:http')
  const server = createServer((_request, response) => void response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(drive(options({ url: `http://127.0.0.1:${port}` }))).rejects.toThrow(/GET \/ping gave 404/)
})

test('waits as long as the platform asks for before it retries', async () => {
  await world.cloud.handle(
    new Request(`${world.url}/__flotilla/faults`, {
      method: 'POST',
      body: JSON.stringify({
        route: 'POST /device/register',
        kind: 'status',
        status: 429,
        retryAfter: 1,
        times: 1,
      }),
    }),
  )
  const uuids = uuidsOf(10, 1)
  const before = Date.now()
  const { tally } = await drivenUntil({ seed: 10, devices: 1 }, async () =>
    expect(await driven(uuids)).toHaveLength(1),
  )
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000)
  expect([...tally.register.statuses]).toEqual([
    [429, 1],
    [201, 1],
  ])
})

test('a device stops when it is deleted, and the others continue', async () => {
  const uuids = uuidsOf(11, 2)
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  let deleted = false
  const { gone } = await drivenUntil({ seed: 11, devices: 2, say, tellEvery: 50 }, async () => {
    if (!deleted) {
      expect(await driven(uuids)).toHaveLength(2)
      await sdk.models.device.remove(firstOf(uuids))
      deleted = true
    }
    expect(lines.at(-1)).toContain('1 deleted by somebody')
  })
  expect(gone).toBe(1)
  expect(await driven(uuids)).toMatchObject([{ uuid: uuids[1], api_heartbeat_state: 'online' }])
})

/** Makes the platform respond with these faults for a while. */
async function broken(...faults: Record<string, unknown>[]): Promise<void> {
  for (const fault of faults) {
    const body = JSON.stringify(fault)
    const request = new Request(`${world.url}/__flotilla/faults`, { method: 'POST', body })
    expect((await world.cloud.handle(request)).status).toBe(201)
  }
  onTestFinished(async () => {
    await world.cloud.handle(new Request(`${world.url}/__flotilla/faults`, { method: 'DELETE' }))
  })
}

const soon = () => 10

test.each([
  ['no answer', 21, { kind: 'network' }],
  ['half an answer, after the device was made', 22, { kind: 'truncate', bytes: 3 }],
  ['a refusal as strangers get it', 23, { kind: 'status', status: 401 }],
  ['an error of the platform', 24, { kind: 'status', status: 503 }],
])('a registration that fails with %s is repeated, and creates one device', async (_what, seed, fault) => {
  if (fault.kind === 'truncate') world.causedProblems.push(/state\.register\): the body is not JSON/)
  await broken({ route: 'POST /device/register', times: 2, ...fault })
  const uuids = uuidsOf(seed, 3)
  const { registered, gone } = await drivenUntil({ seed, devices: 3, waitMs: soon }, async () => {
    const devices = await driven(uuids)
    expect(devices.map(({ api_heartbeat_state }) => api_heartbeat_state)).toEqual(Array(3).fill('online'))
  })
  expect({ registered, gone }).toEqual({ registered: 3, gone: 0 })
})

test('gives up after several rejections of a key that may not register devices, and reports each', async () => {
  await broken({ route: 'POST /device/register', kind: 'status', status: 401 })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const { registered } = await drive(options({ seed: 60, devices: 2, waitMs: soon, say }))
  expect(registered).toBe(0)
  const refused = lines.filter((line) => line.includes('not registered')).sort()
  expect(refused).toEqual([
    expect.stringMatching(/^Device 1 was not registered: 401/),
    expect.stringMatching(/^Device 2 was not registered: 401/),
  ])
})

test.each([
  ['the key of a person looks', true],
  ['nobody but the devices themselves can look', false],
])('a rejection is not a deletion if %s', async (_what, isWatched) => {
  const seed = isWatched ? 61 : 62
  const cleanUpKey = isWatched ? person : undefined
  await broken(
    { route: 'PATCH /device/v3/state', kind: 'status', status: 401, times: 5 },
    { route: 'GET /device/v3/*', kind: 'status', status: 401, times: 3 },
    { route: 'POST /device/v2/*', kind: 'status', status: 500, times: 2 },
  )
  const uuids = uuidsOf(seed, 3)
  const { gone, tally } = await drivenUntil({ seed, devices: 3, cleanUpKey, waitMs: soon }, async () => {
    const devices = await driven(uuids)
    expect(devices).toHaveLength(3)
    for (const device of devices) expect(device.cpu_usage).toEqual(expect.any(Number))
  })
  expect(gone).toBe(0)
  expect(tally['report the state'].statuses.get(401)).toBe(5)
})

test('whether a device is deleted is found out by a user who sees the fleet, or by the device itself', async () => {
  const [first, second] = [machineNames(key, 63, 0), machineNames(key, 63, 1)]
  const uuids = [first.uuid, second.uuid]
  await drivenUntil({ seed: 63, devices: 2 }, async () => expect(await driven(uuids)).toHaveLength(2))
  await sdk.models.device.remove(first.uuid)
  const api = createApi({ url: world.url, ending: never, waitMs: soon })
  const { id: fleetId } = await sdk.models.application.get(FLEET, { $select: 'id' })
  const outsider = await world.signedIn('mel')
  const outsiderKey = await outsider.models.apiKey.create({ name: 'drive', expiryDate: null })
  const presences = async (personKey: string | undefined) => {
    const witness = createWitness({ api, fleetId, personKey })
    return [await witness(first), await witness(second)]
  }
  expect(await presences(person)).toEqual(['gone', 'there'])
  expect(await presences(undefined)).toEqual(['gone', 'there'])
  expect(await presences(outsiderKey)).toEqual(['unknown', 'unknown'])
  await broken({ route: 'GET *', kind: 'status', status: 401 })
  expect(await presences(person)).toEqual(['unknown', 'unknown'])
  expect(await presences(undefined)).toEqual(['unknown', 'unknown'])
})

test('a deletion that fails temporarily is repeated', async () => {
  const uuids = uuidsOf(64, 2)
  await drivenUntil({ seed: 64, devices: 2 }, async () => expect(await driven(uuids)).toHaveLength(2))
  await broken({ route: 'DELETE /v7/*', kind: 'status', status: 401, times: 2 })
  const change = { seed: 64, devices: 2, removeOnly: true, cleanUpKey: person, waitMs: soon }
  expect(await drive(options(change))).toMatchObject({ removed: 2, left: 0 })
  expect(await driven(uuids)).toEqual([])
})

test('the final table shows accepted and rejected requests by kind', () => {
  const tally = newTally()
  tally.register.accepted = 2
  tally.register.refused = 1
  tally.register.statuses.set(409, 1).set(201, 2)
  expect(tallyTable(tally).split('\n').slice(0, 3)).toEqual([
    '                    accepted  refused  no answer  answers',
    'register                   2        1          0  201: 2, 409: 1',
    'ask for the target         0        0          0',
  ])
})

test('the command deletes the devices of an earlier drive with a user’s API key', async () => {
  const uuids = uuidsOf(13, 2)
  await drivenUntil({ seed: 13, devices: 2 }, async () => expect(await driven(uuids)).toHaveLength(2))
  const presences = ['--api', world.url, '--key', key, '--fleet', FLEET, '--devices', '2', '--seed', '13']
  const command = async (...more: string[]) => {
    const child = spawn(process.execPath, ['scripts/drive.ts', ...presences, '--remove', ...more])
    let err = ''
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    const [code] = (await once(child, 'exit')) as [number]
    return { code, err }
  }
  // A provisioning key must not delete devices.
  expect(await command()).toMatchObject({ code: 1, err: expect.stringContaining('--clean-up-key') })
  expect(await driven(uuids)).toHaveLength(2)
  expect(await command('--clean-up-key', person)).toEqual({ code: 0, err: '' })
  expect(await driven(uuids)).toEqual([])
})

test('Ctrl-C ends the command immediately, with the table', async () => {
  const args = ['scripts/drive.ts', '--api', world.url, '--key', key, '--fleet', FLEET]
  const child = spawn(process.execPath, [...args, '--devices', '3', '--ramp', '50/s', '--seed', '12'])
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  await vi.waitFor(async () => expect(await driven(uuidsOf(12, 3))).toHaveLength(3), { timeout: PATIENCE_MS })
  const before = Date.now()
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number]
  expect(Date.now() - before).toBeLessThan(1000)
  expect(code).toBe(0)
  expect(out).toContain('3 of 3 registered')
  expect(out).toMatch(/register +3 +0 +0 +201: 3/)
})
