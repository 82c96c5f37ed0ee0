import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { PlatformName } from '../../../mocks/platforms/platform.ts'

/** What supervisor 19.0.5 sends as its name. */
const USER_AGENT = 'Supervisor/19.0.5 (Linux; balenaOS 6.0.24; dev)'

interface Sent {
  key?: string
  body?: unknown
  raw?: Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
}

interface Answer {
  status: number
  text: string
  type: string | null
  etag: string | null
  json(): unknown
}

/** Sends requests to a cloud over HTTP. */
export function clientOf(base: string) {
  return async function send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { key, body, raw, headers = {} } = sent
    const response = await fetch(base + path, {
      method,
      headers: {
        'user-agent': USER_AGENT,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined && raw === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      type: response.headers.get('content-type'),
      etag: response.headers.get('etag'),
      json: (): unknown => JSON.parse(text),
    }
  }
}

export type Send = ReturnType<typeof clientOf>

const NAMES = ['main', 'second'] as const

const hexOf = (digits: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

interface Fleet {
  id: number
  uuid: string
}

export interface Release {
  id: number
  commit: string
  /** Locations of the images, by service. */
  images: Record<string, string>
}

/** The rows of a response of the data API. */
const rowsOf = (answer: Answer) => (answer.json() as { d: Record<string, unknown>[] }).d

/** A fleet of a user with releases of two services, made over the API. */
async function aFleetOver(send: Send, user: string) {
  const token = (await send('POST', '/login_', { body: { username: user, password: 'flotilla-demo' } })).text
  const as = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, { key: token, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
    return answer
  }
  const idIn = (answer: Answer) => Number((answer.json() as { id: number }).id)
  const first = async (path: string) => rowsOf(await as('GET', path))[0]
  const type = await first(`/v7/device_type?$select=id&$filter=slug eq 'generic-amd64'`)
  const organization = await first(`/v7/organization?$select=id&$top=1&$orderby=id asc`)
  const id = idIn(
    await as('POST', '/v7/application', {
      app_name: `desk-${hexOf(6)}`,
      organization: organization?.['id'],
      is_for__device_type: type?.['id'],
    }),
  )
  const uuid = String((await first(`/v7/application(${id})?$select=uuid`))?.['uuid'])
  const fleet: Fleet = { id, uuid }

  async function release(isLabelled = false): Promise<Release> {
    const commit = hexOf(32)
    const services = Object.fromEntries(
      NAMES.map((name) => [name, { build: { context: `./${name}` }, restart: 'always' }]),
    )
    const now = new Date().toISOString()
    const made = idIn(
      await as('POST', '/v7/release', {
        belongs_to__application: id,
        commit,
        composition: { version: '2.4', services, volumes: { data: {} } },
        status: 'running',
        source: 'local',
        start_timestamp: now,
      }),
    )
    const images: Record<string, string> = {}
    for (const name of NAMES) {
      const known = await first(
        `/v7/service?$select=id&$filter=application eq ${id} and service_name eq '${name}'`,
      )
      const service =
        known === undefined
          ? idIn(await as('POST', '/v7/service', { application: id, service_name: name }))
          : Number(known['id'])
      const image = idIn(
        await as('POST', '/v7/image', {
          is_a_build_of__service: service,
          status: 'running',
          start_timestamp: now,
        }),
      )
      const join = idIn(await as('POST', '/v7/release_image', { image, is_part_of__release: made }))
      if (isLabelled && name === 'main') {
        await as('POST', '/v7/image_label', { release_image: join, label_name: 'io.test', value: 'image' })
        await as('POST', '/v7/service_label', { service, label_name: 'io.test', value: 'service' })
      }
      const content_hash = `sha256:${hexOf(64)}`
      const done = { status: 'success', content_hash, push_timestamp: now, end_timestamp: now }
      await as('PATCH', `/v7/image(${image})`, done)
      const row = await first(`/v7/image(${image})?$select=is_stored_at__image_location`)
      images[name] = `${String(row?.['is_stored_at__image_location'])}@${content_hash}`
    }
    await as('PATCH', `/v7/release(${made})`, { status: 'success', end_timestamp: now })
    return { id: made, commit, images }
  }
  return { token, as, first, fleet, release }
}

/** Node's own client: `fetch` adds headers to conditional requests. */
const statusOf = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

const NDJSON = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
const lines = (entry: object) => new Uint8Array(gzipSync(`${JSON.stringify(entry)}\n`))

interface TargetService {
  id: number
  labels: Record<string, string>
  composition?: { build?: unknown }
}

interface Target {
  config: Record<string, string>
  apps: Record<
    string,
    { is_host: boolean; releases: Record<string, { services: Record<string, TargetService> }> }
  >
}

/**
 * Sends what a supervisor 19.0.5 sent, in its order: it registers, reads its target, reports updates and logs, and is
 * deleted. Returns each answer beside the one of the real platform (open-balena-api 49.0.12).
 */
export async function supervisorSession(base: string, platform: PlatformName) {
  const send = clientOf(base)
  const answered: Record<string, unknown> = {}
  const measured: Record<string, unknown> = {}
  const judge = (what: string, answer: unknown, expected: unknown) => {
    answered[what] = answer
    measured[what] = expected
  }
  const { as, first, fleet, release, token } = await aFleetOver(send, 'ada@flotilla.example')
  const one = await release(true)
  const configOf = (headers = {}) =>
    send('POST', '/download-config', { key: token, body: { appId: fleet.id, version: '6.0.24' }, headers })
  const config = (await configOf()).json() as { apiEndpoint: string; apiKey: string }
  judge('address in the configuration', config.apiEndpoint, base)
  const forwarded = (await configOf({ 'x-forwarded-proto': 'https' })).json() as typeof config
  judge('address behind a proxy', forwarded.apiEndpoint, base.replace('http:', 'https:'))

  const uuid = hexOf(32)
  const key = hexOf(32)
  const device = (method: string, path: string, body?: unknown, more: Sent = {}) =>
    send(method, path, { key, ...(body === undefined ? {} : { body }), ...more })
  const logStream = (entry: object) =>
    device('POST', `/device/v2/${uuid}/log-stream`, undefined, { raw: lines(entry), headers: NDJSON })
  const system = { message: 'Supervisor starting', isSystem: true, timestamp: Date.now() }
  judge('log stream before registering', (await logStream(system)).status, 401)

  const registration = {
    application: fleet.id,
    uuid,
    device_type: 'generic-amd64',
    api_key: key,
    supervisor_version: '19.0.5',
    os_version: 'balenaOS 6.0.24',
    os_variant: 'dev',
    mac_address: '02:FC:00:00:00:01 2A:7F:84:7B:F7:77',
  }
  const register = (body: object) => send('POST', '/device/register', { key: config.apiKey, body })
  const registered = await register(registration)
  const again = await register({ ...registration, api_key: hexOf(32) })
  judge('registration', registered.status, 201)
  judge('registration again', [again.status, again.text], [409, '"uuid" must be unique.'])
  const { id } = registered.json() as { id: number }

  const state = () => device('GET', `/device/v3/${uuid}/state`)
  const targetNow = async (): Promise<Target> => {
    const target = ((await state()).json() as Record<string, Target>)[uuid]
    if (target === undefined) throw new Error('The target has no device')
    return target
  }
  const target = await targetNow()
  const main = target.apps[fleet.uuid]?.releases[one.commit]?.services['main']
  judge('instructions for the builder', main?.composition?.build, undefined)
  judge('label of image and service', main?.labels['io.test'], 'service')
  const initial = { value: '', device: id, name: 'RESIN_HOST_FIREWALL_MODE' }
  judge('initial configuration', (await device('POST', '/v7/device_config_variable', initial)).status, 201)

  const { etag } = await state()
  const conditional = { authorization: `Bearer ${key}`, 'if-none-match': etag ?? '' }
  const url = `${base}/device/v3/${uuid}/state`
  judge('target again', await statusOf(url, conditional), 304)
  judge('target with no-cache', await statusOf(url, { ...conditional, 'cache-control': 'no-cache' }), 200)
  const tags = `/v7/device_tag?$select=id,tag_key,value&$filter=device eq ${id}`
  judge('tags', (await device('GET', tags)).status, 200)

  const report = async (part: object) => (await device('PATCH', '/device/v3/state', { [uuid]: part })).status
  const read = async (field: string) => (await first(`/v7/device(${id})?$select=${field}`))?.[field]
  const services = ({ images }: Release, status: string, download_progress?: number) =>
    Object.fromEntries(
      NAMES.map((name) => [
        name,
        { image: images[name], status, ...(download_progress === undefined ? {} : { download_progress }) },
      ]),
    )
  const apps = (running: Release | null, releases: object) => ({
    [fleet.uuid]: { ...(running === null ? {} : { release_uuid: running.commit }), releases },
  })
  const hardware = {
    memory_total: 24_105,
    storage_block_device: '',
    cpu_temp: 0,
    is_undervolted: false,
  }
  judge(
    'first report',
    await report({
      ...hardware,
      api_port: 48_484,
      api_secret: hexOf(32),
      os_version: 'balenaOS 6.0.24',
      os_variant: 'dev',
      mac_address: registration.mac_address,
      supervisor_version: '19.0.5',
      provisioning_progress: null,
      provisioning_state: '',
      status: 'Idle',
      logs_channel: null,
      cpu_usage: 12,
      memory_usage: 300,
    }),
    200,
  )
  judge(
    'report of a download',
    await report({
      apps: apps(null, {
        [one.commit]: { update_status: 'downloading', services: services(one, 'Downloading', 0) },
      }),
    }),
    200,
  )
  judge(
    'report of an install with metrics',
    await report({
      ...hardware,
      cpu_usage: 27,
      memory_usage: 368,
      storage_usage: 0,
      storage_total: 1945,
      storage_block_device: '/dev/loop0',
      apps: apps(one, { [one.commit]: { update_status: 'done', services: services(one, 'Running') } }),
    }),
    200,
  )
  judge('metrics that came with another change', await read('storage_total'), 1945)
  for (const name of NAMES) {
    const repository = one.images[name]?.replace(/^[^/]+\//, '').replace(/@.*/, '') ?? ''
    const scope = encodeURIComponent(`repository:${repository}:pull`)
    const path = `/auth/v1/token?account=d_${uuid}&scope=${scope}&service=registry2`
    const basic = `Basic ${Buffer.from(`d_${uuid}:${key}`).toString('base64')}`
    const { token: signed } = (await send('GET', path, { headers: { authorization: basic } })).json() as {
      token: string
    }
    const claims = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()) as {
      access: { actions: string[] }[]
    }
    judge(`registry's token for ${name}`, claims.access[0]?.actions, ['pull'])
  }

  const two = await release()
  judge(
    'two releases at once',
    await report({
      memory_usage: 673,
      apps: apps(one, {
        [two.commit]: { update_status: 'downloaded', services: services(two, 'Downloaded') },
        [one.commit]: { update_status: 'done', services: services(one, 'Stopping') },
      }),
    }),
    200,
  )
  judge('update status while locked', await read('update_status'), 'downloaded')
  const exited = { ...services(two, 'Running'), second: { image: two.images['second'], status: 'exited' } }
  judge(
    'service that ended',
    await report({ apps: apps(two, { [two.commit]: { update_status: 'done', services: exited } }) }),
    200,
  )
  judge(
    'unknown status of an installed service',
    await report({ apps: apps(two, { [two.commit]: { services: services(two, 'Migrating') } }) }),
    200,
  )
  judge(
    'rejected release',
    await report({ apps: apps(two, { [two.commit]: { update_status: 'rejected' } }) }),
    200,
  )
  judge('update status of a rejected release', await read('update_status'), 'rejected')
  const line = { message: 'main v1 line 1\r', isStdErr: false, timestamp: Date.now(), serviceId: main?.id }
  judge('log stream', (await logStream(line)).status, 201)
  judge('declared tags', (await device('PATCH', '/device/v3/tags', { [uuid]: { a: 'b' } })).status, 200)

  const interval = { device: id, name: 'RESIN_SUPERVISOR_POLL_INTERVAL', value: '60000' }
  await as('POST', '/v7/device_config_variable', interval)
  judge('poll interval', (await targetNow()).config['RESIN_SUPERVISOR_POLL_INTERVAL'], '600000')
  if (platform === 'hosted') {
    const app = await first(`/v7/application?$select=uuid&$filter=slug eq 'balena_os/amd64-supervisor'`)
    judge('UUID of the supervisor', app?.['uuid'], '52e35121417640b1b28a680504e4039b')
    const filter = `belongs_to__application/any(a:a/slug eq 'balena_os/generic-amd64') and raw_version eq '6.1.0'`
    const os = await first(`/v7/release?$select=id&$filter=${filter}`)
    await as('PATCH', `/v7/device(${id})`, { should_be_operated_by__release: os?.['id'] })
    const host = Object.values((await targetNow()).apps).find(({ is_host: isHost }) => isHost)
    const [service] = Object.values(host?.releases ?? {}).flatMap((it) => Object.values(it.services))
    judge('label of the OS', service?.labels['io.balena.image.store'], 'root')
  }
  await as('DELETE', `/v7/device(${id})`)
  judge('target of a deleted device', (await state()).status, 304)
  judge('report of a deleted device', await report({ status: 'Idle' }), 401)
  return { answered, measured }
}
