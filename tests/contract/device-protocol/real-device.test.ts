import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDeviceReach } from '../../../mocks/hosts/device-reach.ts'
import { serveCloud } from '../../../mocks/hosts/http-server.ts'
import { createTestCloud } from '../../../mocks/hosts/node.ts'
import type { TestCloud, TestCloudOptions } from '../../../mocks/hosts/node.ts'
import { openStateFile } from '../../../mocks/hosts/state-file.ts'
import { aClient, aProxyTo, CERTIFICATE } from './desk.ts'

const MINUTE = 60_000
const REGISTRY = 'registry.desk.example:5000'
const hex = () => crypto.randomUUID().replaceAll('-', '')

/** A cloud behind a TLS proxy, as docs/real-devices.md describes it. */
async function aDesk(options: TestCloudOptions = {}) {
  const world = createTestCloud('first-look', {
    keepsHistory: true,
    deviceEndpoints: { registryEndpoint: REGISTRY },
    ...options,
  })
  const proxy = await aProxyTo(() => served.url)
  const served = await serveCloud({ cloud: world.cloud, publicUrl: proxy.url })
  onTestFinished(async () => {
    proxy.close()
    await served.close()
    world.dispose()
  })
  return { world, url: proxy.url }
}

interface Target {
  config: Record<string, string>
  apps: Record<
    string,
    {
      releases: Record<
        string,
        { services: Record<string, { image: string; environment: object; id: number }> }
      >
    }
  >
}

/** A device that knows only what the document says: the configuration of its fleet, and the authority of the proxy. */
async function aStandIn(url: string) {
  const user = aClient(url, CERTIFICATE)
  const signIn = { username: 'ada@flotilla.example', password: 'flotilla-demo' }
  const token = (await user.send('POST', '/login_', {}, signIn)).text
  const as = async (method: string, path: string, body?: unknown) => {
    const answer = await user.send(method, path, { authorization: `Bearer ${token}` }, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text === '' ? undefined : (JSON.parse(answer.text) as Record<string, unknown>)
  }
  const rows = async (path: string) => (await as('GET', path))?.['d'] as Record<string, unknown>[]
  const [type] = await rows(`/v7/device_type?$select=id&$filter=slug eq 'generic-amd64'`)
  const [organization] = await rows(`/v7/organization?$select=id&$top=1&$orderby=id asc`)
  const fleet = await as('POST', '/v7/application', {
    app_name: 'desk',
    organization: organization?.['id'],
    is_for__device_type: type?.['id'],
  })
  const configuration = await as('POST', '/download-config', { appId: fleet?.['id'], version: '6.0.24' })
  const withAuthority = { ...configuration, balenaRootCA: Buffer.from(CERTIFICATE).toString('base64') }
  const { apiEndpoint, apiKey, balenaRootCA, deviceType } = withAuthority as Record<string, string>
  const client = aClient(apiEndpoint ?? '', Buffer.from(balenaRootCA ?? '', 'base64').toString())

  const [uuid, key, secret] = [hex(), hex(), hex()]
  const bearer = { authorization: `Bearer ${key}` }
  const registered = await client.send(
    'POST',
    '/device/register',
    { authorization: `Bearer ${apiKey}` },
    {
      application: fleet?.['id'],
      uuid,
      device_type: deviceType,
      api_key: key,
      supervisor_version: '19.0.5',
      os_version: 'balenaOS 6.0.24',
      os_variant: 'dev',
    },
  )
  const { id } = JSON.parse(registered.text) as { id: number }
  let etag: string | undefined
  return {
    as,
    rows,
    configuration,
    client,
    bearer,
    uuid,
    id,
    fleet: Number(fleet?.['id']),
    fleetUuid: String(fleet?.['uuid']),
    secret,
    send: (method: string, path: string, body?: unknown) => client.send(method, path, bearer, body),
    report: async (part: object) =>
      (await client.send('PATCH', '/device/v3/state', bearer, { [uuid]: part })).status,
    /** Reads its target; undefined if it has not changed. */
    async poll(): Promise<Target | undefined> {
      const known: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
      const answer = await client.send('GET', `/device/v3/${uuid}/state`, { ...bearer, ...known })
      if (answer.status === 304) return undefined
      if (answer.status !== 200) throw new Error(`The target: ${answer.status}`)
      ;({ etag } = answer)
      return (JSON.parse(answer.text) as Record<string, Target>)[uuid]
    },
    read: async (fields: string) => (await rows(`/v7/device(${id})?$select=${fields}`))[0],
  }
}

type StandIn = Awaited<ReturnType<typeof aStandIn>>

/** Publishes a release with one service, whose image is in a registry of one's own. */
async function publish({ as, fleet }: StandIn, image: string, known?: number) {
  const commit = hex()
  const now = new Date().toISOString()
  const release = await as('POST', '/v7/release', {
    belongs_to__application: fleet,
    commit,
    composition: { version: '2.4', services: { main: { restart: 'always' } } },
    status: 'running',
    source: 'local',
    start_timestamp: now,
  })
  const service =
    known ?? (await as('POST', '/v7/service', { application: fleet, service_name: 'main' }))?.['id']
  const made = await as('POST', '/v7/image', {
    is_a_build_of__service: service,
    status: 'running',
    start_timestamp: now,
    ...(image === '' ? {} : { is_stored_at__image_location: image }),
  })
  await as('POST', '/v7/release_image', { image: made?.['id'], is_part_of__release: release?.['id'] })
  await as('PATCH', `/v7/image(${String(made?.['id'])})`, {
    status: 'success',
    push_timestamp: now,
    end_timestamp: now,
  })
  await as('PATCH', `/v7/release(${String(release?.['id'])})`, { status: 'success', end_timestamp: now })
  return { commit, id: Number(release?.['id']), service: Number(service) }
}

const servicesIn = (target: Target | undefined, { fleetUuid }: StandIn, commit: string) =>
  target?.apps[fleetUuid]?.releases[commit]?.services

const running = ({ fleetUuid }: StandIn, commit: string, image: string, update_status = 'done') => ({
  apps: {
    [fleetUuid]: {
      ...(update_status === 'done' ? { release_uuid: commit } : {}),
      releases: { [commit]: { update_status, services: { main: { image, status: 'Running' } } } },
    },
  },
})

test('a device joins through a TLS proxy, polls, reports and streams its logs for ten minutes', async () => {
  const { world, url } = await aDesk()
  const device = await aStandIn(url)
  expect(device.configuration).toMatchObject({ apiEndpoint: url, registryEndpoint: REGISTRY })
  expect(device.configuration).not.toHaveProperty('vpnEndpoint')
  expect(device.configuration).not.toHaveProperty('deltaEndpoint')
  const initial = { device: device.id, name: 'RESIN_HOST_FIREWALL_MODE', value: '' }
  expect((await device.send('POST', '/v7/device_config_variable', initial)).status).toBe(201)
  expect((await device.poll())?.config).toMatchObject({ RESIN_HOST_FIREWALL_MODE: '' })
  const first = {
    status: 'Idle',
    ip_address: '192.168.1.20',
    api_port: 48_484,
    api_secret: device.secret,
    cpu_usage: 5,
  }
  expect(await device.report(first)).toBe(200)

  const { request, answered } = device.client.open('POST', `/device/v2/${device.uuid}/log-stream`, {
    ...device.bearer,
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
  })
  const gzip = createGzip()
  gzip.pipe(request)
  for (let minute = 1; minute <= 10; minute++) {
    world.clock.advanceTo(world.clock.now() + MINUTE)
    const line = { message: `minute ${minute}`, timestamp: world.clock.now(), isSystem: true }
    gzip.write(`${JSON.stringify(line)}\n`)
    gzip.flush()
    await vi.waitFor(async () => {
      const lines = (await device.as('GET', `/device/v2/${device.uuid}/logs`)) as unknown as {
        message: string
      }[]
      expect(lines.at(-1)?.message).toBe(line.message)
    })
    expect(await device.report({ cpu_usage: minute })).toBe(200)
    if (minute % 5 === 0) expect(await device.poll()).toBeUndefined()
  }
  gzip.end()
  expect((await answered).status).toBe(201)
  expect(
    await device.read('api_heartbeat_state,is_online,overall_status,ip_address,cpu_usage,os_version'),
  ).toEqual({
    api_heartbeat_state: 'online',
    is_online: false,
    overall_status: 'reduced-functionality',
    ip_address: '192.168.1.20',
    cpu_usage: 10,
    os_version: 'balenaOS 6.0.24',
  })
  world.clock.advanceTo(world.clock.now() + 30 * MINUTE)
  expect(await device.read('api_heartbeat_state,overall_status')).toEqual({
    api_heartbeat_state: 'offline',
    overall_status: 'disconnected',
  })
})

test('a device takes a release, a variable and a rollback, and waits for an update lock', async () => {
  const { world, url } = await aDesk()
  const device = await aStandIn(url)
  await device.poll()
  const one = await publish(device, `${REGISTRY}/desk/main:1`)
  const main = servicesIn(await device.poll(), device, one.commit)?.['main']
  expect(main?.image).toBe(`${REGISTRY}/desk/main:1`)
  const image = main?.image ?? ''
  expect(await device.report(running(device, one.commit, image, 'downloading'))).toBe(200)
  expect(await device.report(running(device, one.commit, image))).toBe(200)
  const state = 'update_status,is_running__release'
  expect(await device.read(state)).toEqual({ update_status: 'done', is_running__release: { __id: one.id } })

  await device.as('POST', '/v7/device_environment_variable', {
    device: device.id,
    name: 'PLACE',
    value: 'desk',
  })
  expect(servicesIn(await device.poll(), device, one.commit)?.['main']?.environment).toEqual({
    PLACE: 'desk',
  })
  expect(await device.poll()).toBeUndefined()

  // A service holds the lock: the new release is downloaded, but not started.
  world.clock.advanceTo(world.clock.now() + MINUTE)
  const two = await publish(device, '', one.service)
  const next = servicesIn(await device.poll(), device, two.commit)?.['main']?.image ?? ''
  expect(next).toMatch(/^registry\.desk\.example:5000\/v2\/[0-9a-f]{32}$/)
  expect(
    await device.report({
      apps: {
        [device.fleetUuid]: {
          release_uuid: one.commit,
          releases: {
            [one.commit]: { update_status: 'done', services: { main: { image, status: 'Running' } } },
            [two.commit]: {
              update_status: 'downloaded',
              services: { main: { image: next, status: 'Downloaded' } },
            },
          },
        },
      },
    }),
  ).toBe(200)
  expect(await device.read(state)).toEqual({
    update_status: 'downloaded',
    is_running__release: { __id: one.id },
  })
  expect(await device.report(running(device, two.commit, next))).toBe(200)
  expect(await device.read(state)).toEqual({ update_status: 'done', is_running__release: { __id: two.id } })

  await device.as('PATCH', `/v7/device(${device.id})`, { is_pinned_on__release: one.id })
  expect(servicesIn(await device.poll(), device, one.commit)?.['main']?.image).toBe(image)
})

/** The supervisor of a device, on a port of this machine. */
async function aSupervisor() {
  const asked: { call: string; key: string | null; body: string }[] = []
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', 'http://device')
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    asked.push({ call: `${incoming.method} ${url.pathname}`, key: url.searchParams.get('apikey'), body })
    if (url.pathname === '/v1/reboot')
      outgoing.writeHead(202, { 'content-type': 'application/json' }).end('{"Data":"OK","Error":null}')
    else if (url.pathname === '/v1/restart')
      outgoing
        .writeHead(423, { 'content-type': 'application/json' })
        .end('{"status":"failed","message":"Lockfile exists"}')
    else if (url.pathname === '/v1/update') outgoing.writeHead(204).end()
    else if (url.pathname === '/ping') outgoing.writeHead(200, { 'content-type': 'text/html' }).end('OK')
    else outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<pre>Cannot GET it</pre>')
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, port, close: () => server.close() }
}

test('with --reach-devices, actions reach a device by its address, with its key, and it is told of new targets', async () => {
  const supervisor = await aSupervisor()
  const { world, url } = await aDesk({ deviceReach: createDeviceReach('127.0.0.0/8', supervisor.port) })
  const device = await aStandIn(url)
  const user = async (path: string, body: object = {}) => {
    const headers = { authorization: `Bearer ${await world.token('ada')}` }
    const { status, text } = await device.client.send('POST', `/supervisor${path}`, headers, {
      deviceId: device.id,
      ...body,
    })
    return [status, text]
  }
  await device.report({ ip_address: '10.1.2.3 127.0.0.1', api_secret: device.secret, status: 'Idle' })
  expect(await user('/v1/reboot')).toEqual([404, '"No online device(s) found"'])
  await device.poll()
  expect(await device.read('is_connected_to_vpn,overall_status')).toEqual({
    is_connected_to_vpn: true,
    overall_status: 'operational',
  })
  expect(await user('/v1/reboot', { data: { force: true } })).toEqual([202, '{"Data":"OK","Error":null}'])
  expect(supervisor.asked.at(-1)).toEqual({
    call: 'POST /v1/reboot',
    key: device.secret,
    body: '{"force":true}',
  })
  expect(await user('/v1/restart', { data: { appId: device.fleet } })).toEqual([
    423,
    '{"status":"failed","message":"Lockfile exists"}',
  ])
  expect(await user('/ping', { method: 'GET' })).toEqual([200, 'OK'])
  expect(await user('/v2/version', { method: 'GET' })).toEqual([
    500,
    '{"error":"Bad API response from supervisor"}',
  ])

  const told = supervisor.asked.length
  await device.as('POST', '/v7/device_environment_variable', { device: device.id, name: 'A', value: 'b' })
  await vi.waitFor(() =>
    expect(supervisor.asked.slice(told).map(({ call }) => call)).toEqual(['POST /v1/update']),
  )

  supervisor.close()
  const [status, reason] = await user('/v1/reboot')
  expect([status, reason]).toEqual([
    502,
    expect.stringContaining('The device at 127.0.0.1 cannot be reached'),
  ])
  world.clock.advanceTo(world.clock.now() + 30 * MINUTE)
  expect(await device.read('is_connected_to_vpn,is_online,overall_status')).toEqual({
    is_connected_to_vpn: false,
    is_online: false,
    overall_status: 'disconnected',
  })
  expect((await user('/v1/reboot'))[0]).toBe(404)
})

test.each([
  ['has another address', '10.1.2.3', '127.0.0.0/8'],
  ['reports no address', '', '127.0.0.0/8'],
  ['has an address that begins alike', '127.0.0.10', '127.0.0.1'],
])('a device that %s is sent nothing', async (_what, ip_address, networks) => {
  const supervisor = await aSupervisor()
  const { url } = await aDesk({ deviceReach: createDeviceReach(networks, supervisor.port) })
  const device = await aStandIn(url)
  await device.report({ ip_address, api_secret: device.secret })
  await device.poll()
  expect(await device.read('is_connected_to_vpn')).toEqual({ is_connected_to_vpn: false })
  await expect(device.as('POST', '/supervisor/v1/reboot', { deviceId: device.id })).rejects.toThrow('404')
  expect(supervisor.asked).toEqual([])
})

test.each(['desk', '192.168.1.0/33', '192.168.1', '10.0.0.1/', '10.0.0.1,'])(
  '%s is no network',
  (networks) => {
    expect(() => createDeviceReach(networks)).toThrow('is neither an address such as')
  },
)

test('a device stays registered over a restart of the cloud with --state', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const state = openStateFile(join(folder, 'desk.state'))
  const { world, url } = await aDesk()
  const device = await aStandIn(url)
  await device.poll()
  const one = await publish(device, `${REGISTRY}/desk/main:1`)
  const target = servicesIn(await device.poll(), device, one.commit)
  await device.report({
    ...running(device, one.commit, target?.['main']?.image ?? ''),
    status: 'Idle',
    cpu_usage: 7,
  })
  await device.send('POST', `/device/v2/${device.uuid}/logs`, [
    { message: 'before', timestamp: world.clock.now() },
  ])
  const fields = 'uuid,status,cpu_usage,is_running__release,update_status,api_heartbeat_state'
  const before = await device.read(fields)
  state.write(world.cloud.snapshot())
  const snapshot = state.read()
  state.release()
  if (snapshot === undefined) throw new Error('No state was written')

  const again: TestCloud = createTestCloud('first-look', { snapshot, keepsHistory: true })
  onTestFinished(() => again.dispose())
  expect((await again.rows(`/v7/device(${device.id})?$select=${fields}`, 'ada'))[0]).toEqual(before)
  const as = { credential: device.bearer.authorization.replace('Bearer ', '') }
  const polled = await again.request(`/device/v3/${device.uuid}/state`, { as })
  expect(await polled.json()).toHaveProperty([device.uuid, 'apps', device.fleetUuid, 'releases', one.commit])
  const installs = await again.rows(`/v7/image_install?$select=status&$filter=device eq ${device.id}`, 'ada')
  expect(installs).toEqual([{ status: 'Running' }])
  const lines = await again.request(`/device/v2/${device.uuid}/logs`, { as: 'ada' })
  expect(((await lines.json()) as { message: string }[]).map(({ message }) => message)).toEqual(['before'])
})
