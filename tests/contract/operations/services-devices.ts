import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import { fieldOf, send } from '../accounts.ts'
import { done, EVERYBODYS_OWN, NO_INPUT, PUBLIC, refused } from './service-case.ts'
import type { CaseRequest, ServiceCases } from './service-case.ts'
import type { Subjects } from './subjects.ts'

const MIB = 1_048_576
const TYPE = 'raspberrypi4-64'

const ofDevice = ({ device }: Subjects) => ({ params: { uuid: device.uuid } })

/** A command through the supervisor: allowed for operators but not observers; a filter is required. */
const command = (data?: object, params?: (it: Subjects) => Record<string, number>): ServiceCases => {
  const asked = (it: Subjects): CaseRequest => ({
    ...(params === undefined ? {} : { params: params(it) }),
    body: { deviceId: it.device.id, ...(data === undefined ? {} : { data }) },
  })
  return {
    success: { status: 200, ask: (it) => ({ ...asked(it), as: 'omar' }) },
    refusal: refused(401, (it) => ({ ...asked(it), as: 'olive' })),
    badInput: refused(
      400,
      (it) => ({ ...asked(it), as: 'omar', body: { ...(data === undefined ? {} : { data }) } }),
      'At least one filter must be specified',
    ),
  }
}

const answering = (cases: ServiceCases, status: number): ServiceCases => ({
  ...cases,
  success: { ...cases.success, status },
})

/** Users who see the device can ask; for others, no device is online. */
const question = (method: 'GET'): ServiceCases => ({
  success: done(({ device }) => ({ as: 'olive', body: { deviceId: device.id, method } })),
  refusal: refused(
    404,
    ({ device }) => ({ as: 'mel', body: { deviceId: device.id, method } }),
    'No online device(s) found',
  ),
  badInput: refused(
    400,
    { as: 'olive', body: { deviceId: 'first', method } },
    'Device ID must be a valid integer if specified',
  ),
})

const ofFleet = ({ fleet }: Subjects) => ({ appId: fleet })

/** A command for all services of the fleet of the device. */
const forFleet: ServiceCases = {
  ...command(),
  success: {
    status: 200,
    ask: ({ device, fleet }) => ({ as: 'omar', body: { deviceId: device.id, data: { appId: fleet } } }),
  },
}
const SERVICE = { serviceName: 'sensor-hub' }

const script = (run: boolean): ServiceCases => ({
  success: done((it) => ({ ...ofDevice(it), as: 'sol', ...(run ? { body: {} } : {}) })),
  refusal: refused(401, (it) => ({ ...ofDevice(it), as: 'olive', ...(run ? { body: {} } : {}) })),
  badInput: run
    ? refused(
        400,
        (it) => ({ ...ofDevice(it), as: 'sol', body: { parameters: 5 } }),
        'parameters must be an object',
      )
    : refused(404, { params: { uuid: 'abc' }, as: 'sol' }, 'No device with uuid abc'),
})

const startUpdate: ServiceCases = {
  success: done((it) => ({
    ...ofDevice(it),
    as: 'sol',
    body: { parameters: { target_version: '6.1.0' } },
  })),
  refusal: refused(401, (it) => ({
    ...ofDevice(it),
    as: 'olive',
    body: { parameters: { target_version: '6.1.0' } },
  })),
  badInput: refused(
    400,
    (it) => ({ ...ofDevice(it), as: 'sol', body: { parameters: {} } }),
    'A target_version is required',
  ),
}

const readUpdate: ServiceCases = script(false)

/** A gzipped tar archive with one Dockerfile. */
function archive(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(512)
  const body = Buffer.from('FROM debian\n')
  header.write('Dockerfile', 0)
  header.write('0000644\0', 100)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('ustar\0', 257)
  return new Uint8Array(gzipSync(Buffer.concat([header, body, Buffer.alloc(1524 - body.length)])))
}

const sentBytes = (raw: Uint8Array<ArrayBuffer>): CaseRequest => ({
  raw,
  headers: { 'content-type': 'application/octet-stream' },
})

const MESSAGE = expect.any(String) as unknown

const config = (form: 'query' | 'body'): ServiceCases => {
  const asked = (it: Subjects, left: object = {}): CaseRequest => {
    const wishes = { appId: it.fleet, version: '6.1.0', deviceType: TYPE, ...left }
    if (form === 'body') return { body: wishes }
    const texts = Object.entries(wishes).map(([key, value]) => [key, String(value)])
    return { query: `?${new URLSearchParams(texts)}` }
  }
  return {
    success: done((it) => ({ ...asked(it), as: 'sol' })),
    refusal: refused(
      401,
      (it) => ({ ...asked(it), as: 'olive' }),
      'You do not have permission to access this application',
    ),
    badInput: refused(400, (it) => ({ ...asked(it, { version: 'six' }), as: 'sol' }), MESSAGE),
  }
}

async function newAsset({ world, release }: Subjects): Promise<number> {
  const body = { release, asset_key: 'firmware', asset: null }
  const [, row] = await send(world, 'POST', '/v7/release_asset', body, 'ada')
  const known = Number(fieldOf(row, 'id'))
  if (Number.isInteger(known)) return known
  const [kept] = await world.rows(
    `/v7/release_asset?$select=id&$filter=release eq ${release} and asset_key eq 'firmware'`,
    'ada',
  )
  return Number(kept?.['id'])
}

const FILE = { filename: 'a.bin', content_type: 'application/zip', size: 3, chunk_size: 5 * MIB }

async function startUpload(it: Subjects): Promise<{ asset: number; uuid: string }> {
  const asset = await newAsset(it)
  const [, answer] = await send(
    it.world,
    'POST',
    `/v7/release_asset(${asset})/beginUpload`,
    { asset: FILE },
    'ada',
  )
  return { asset, uuid: String(fieldOf(fieldOf(answer, 'asset'), 'uuid')) }
}

const upload = (body: unknown, message: string): Pick<ServiceCases, 'refusal' | 'badInput'> => ({
  refusal: refused(401, async (it) => ({ as: 'olive', params: { id: await newAsset(it) }, body })),
  badInput: refused(
    400,
    async (it) => ({ as: 'ada', params: { id: await newAsset(it) }, body: { uuid: 'none' } }),
    message,
  ),
})

const key = (body: object): CaseRequest => ({ body: { name: 'line', expiryDate: null, ...body } })

async function keyOfAda({ world }: Subjects): Promise<string> {
  const [, secret] = await send(world, 'POST', '/api-key/user/full', { name: 'proxy' }, 'ada')
  const body = { user: 1, title: 'laptop', public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA ada' }
  await send(world, 'POST', '/v7/user__has__public_key', body, 'ada')
  return String(secret)
}

const fleetKey = ({ fleet }: Subjects) => ({
  actorType: 'application',
  actorTypeId: fleet,
  roles: ['provisioning-api-key'],
})

/** Keys, configuration, devices, and what is generated for them. */
export const deviceCases = {
  'keys.createForUser': {
    success: done({ as: 'mel', ...key({}) }),
    refusal: EVERYBODYS_OWN(key({})),
    badInput: refused(400, { as: 'mel', ...key({ name: '' }) }),
  },
  'keys.ofUser': {
    success: done(async (it) => ({ as: { credential: await keyOfAda(it) }, params: { username: 'ada' } })),
    refusal: refused(401, { as: 'ada', params: { username: 'ada' } }, { error: 'API key required' }),
    badInput: { exempt: 'somebody unknown has no keys' },
  },
  'keys.createV1': {
    success: done((it) => ({ as: 'sol', ...key(fleetKey(it)) })),
    refusal: refused(401, (it) => ({ as: 'olive', ...key(fleetKey(it)) })),
    badInput: refused(400, (it) => ({ as: 'sol', ...key({ ...fleetKey(it), actorType: 'planet' }) })),
  },
  'keys.create': {
    success: done((it) => ({ as: 'sol', ...key(fleetKey(it)) })),
    refusal: refused(401, (it) => ({ as: 'olive', ...key(fleetKey(it)) })),
    badInput: refused(
      400,
      (it) => ({ as: 'sol', body: fleetKey(it) }),
      'Key expiry date should be a valid date',
    ),
  },
  'keys.createProvisioning': {
    success: done((it) => ({ as: 'sol', params: { id: it.fleet }, ...key({}) })),
    refusal: refused(401, (it) => ({ as: 'olive', params: { id: it.fleet }, ...key({}) })),
    badInput: refused(
      500,
      { as: 'sol', params: { id: 999_999 }, ...key({}) },
      'No application found to associate with the api key',
    ),
  },
  'keys.createForDevice': {
    success: done((it) => ({ as: 'sol', params: { id: it.device.id }, ...key({}) })),
    refusal: refused(401, (it) => ({ as: 'olive', params: { id: it.device.id }, ...key({}) })),
    badInput: refused(
      400,
      (it) => ({ as: 'sol', params: { id: it.device.id }, ...key({ expiryDate: 'soon' }) }),
      'Key expiry date should be a valid date',
    ),
  },
  'config.ping': { success: done({}), refusal: PUBLIC, badInput: NO_INPUT },
  'config.connectivityCheck': { success: done({}, 204), refusal: PUBLIC, badInput: NO_INPUT },
  'config.platform': { success: done({}), refusal: PUBLIC, badInput: NO_INPUT },
  'config.featureFlags': { success: done({ as: 'mel' }), refusal: EVERYBODYS_OWN(), badInput: NO_INPUT },
  'config.variables': {
    success: done({ as: 'mel', query: `?deviceType=${TYPE}` }),
    refusal: PUBLIC,
    badInput: refused(404, { as: 'mel', query: '?deviceType=toaster' }, 'Unknown device type toaster'),
  },
  'config.deviceTypes': { success: done({}), refusal: PUBLIC, badInput: NO_INPUT },
  'config.deviceType': {
    success: done({ params: { slug: TYPE } }),
    refusal: PUBLIC,
    badInput: refused(404, { params: { slug: 'toaster' } }, 'Unknown device type toaster'),
  },
  'config.imageSize': {
    success: done({ params: { slug: TYPE, version: '6.1.0' } }),
    refusal: PUBLIC,
    badInput: refused(
      404,
      { params: { slug: TYPE, version: '99.0.0' } },
      `Device ${TYPE} not found for 99.0.0 version`,
    ),
  },
  'config.hostServices': { success: done({}), refusal: PUBLIC, badInput: NO_INPUT },
  'downloads.image': {
    success: done({ as: 'mel', query: `?deviceType=${TYPE}&version=6.1.0&fileType=.gz` }),
    // An image without a fleet is public; one for a fleet is not.
    refusal: EVERYBODYS_OWN({ query: `?deviceType=${TYPE}&version=6.1.0&appId=1` }),
    badInput: refused(400, { as: 'mel', query: `?deviceType=${TYPE}` }, 'A version is required.'),
  },
  'downloads.imageByForm': {
    success: done(async ({ world }) => ({
      raw: new URLSearchParams({
        _token: await world.token('mel'),
        deviceType: TYPE,
        version: '6.1.0',
        fileType: '.gz',
      }),
    })),
    refusal: EVERYBODYS_OWN({
      raw: new URLSearchParams({ deviceType: TYPE, version: '6.1.0', appId: '1' }),
    }),
    badInput: refused(
      400,
      { as: 'mel', raw: new URLSearchParams({ deviceType: TYPE, version: '6.1.0', fileType: '.doc' }) },
      'Unknown file type .doc',
    ),
  },
  'downloads.config': config('query'),
  'downloads.makeConfig': config('body'),
  'proxy.hostAccess': {
    success: done((it) => ({ ...ofDevice(it), as: 'omar' })),
    refusal: refused(401, (it) => ({ ...ofDevice(it), as: 'sol' })),
    badInput: refused(401, { as: 'omar', params: { uuid: 'abc' } }),
  },
  'proxy.ping': question('GET'),
  'proxy.blink': command(),
  'proxy.healthy': question('GET'),
  'proxy.restart': forFleet,
  'proxy.reboot': answering(command({ force: false }), 202),
  'proxy.shutdown': answering(command({ force: false }), 202),
  'proxy.purge': forFleet,
  'proxy.update': answering(command({ force: true }), 204),
  'proxy.device': question('GET'),
  'proxy.services': question('GET'),
  'proxy.status': question('GET'),
  'proxy.version': question('GET'),
  'proxy.name': question('GET'),
  'proxy.tags': question('GET'),
  'proxy.vpn': question('GET'),
  'proxy.deviceInfo': question('GET'),
  'proxy.cleanUpVolumes': question('GET'),
  'proxy.startService': command(SERVICE, ofFleet),
  'proxy.stopService': command(SERVICE, ofFleet),
  'proxy.restartService': command(SERVICE, ofFleet),
  'proxy.restartFleet': {
    success: done(({ otherFleet }) => ({ as: 'omar', params: { id: otherFleet } })),
    refusal: refused(401, ({ fleet }) => ({ as: 'olive', params: { id: fleet } })),
    badInput: refused(404, { as: 'omar', params: { id: 999_999 } }, 'Application(s) not found.'),
  },
  'actions.runChecks': script(true),
  'actions.readChecks': script(false),
  'actions.runDiagnostics': script(true),
  'actions.readDiagnostics': script(false),
  'actions.startOsUpdateAttached': startUpdate,
  'actions.readOsUpdateAttached': readUpdate,
  'actions.startOsUpdate': startUpdate,
  'actions.readOsUpdate': readUpdate,
  'builder.build': {
    success: done(({ fleetSlug }) => ({
      as: 'devi',
      query: `?slug=${fleetSlug}&headless=true`,
      ...sentBytes(archive()),
    })),
    refusal: refused(401, ({ fleetSlug }) => ({
      as: 'omar',
      query: `?slug=${fleetSlug}&headless=true`,
      ...sentBytes(archive()),
    })),
    badInput: refused(400, { as: 'devi', ...sentBytes(archive()) }, 'A slug is required'),
  },
  'builder.buildFromUrl': {
    success: done({
      as: 'devi',
      query: '?owner=acme_logistics&app=cold-chain-eu',
      body: {
        url: 'https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz',
        shouldFlatten: true,
      },
    }),
    refusal: refused(401, {
      as: 'omar',
      query: '?owner=acme_logistics&app=cold-chain-eu',
      body: { url: 'https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz' },
    }),
    badInput: refused(
      400,
      { as: 'devi', query: '?owner=acme_logistics&app=cold-chain-eu', body: {} },
      'A url is required',
    ),
  },
  'storage.beginUpload': {
    success: done(async (it) => ({
      as: 'ada',
      params: { id: await newAsset(it) },
      body: { asset: FILE },
    })),
    ...upload({ asset: FILE }, 'Invalid value for asset'),
  },
  'storage.uploadPart': {
    success: done(async (it) => ({
      params: { uuid: (await startUpload(it)).uuid, part: 1 },
      ...sentBytes(new Uint8Array(3)),
    })),
    refusal: refused(404, { params: { uuid: 'none', part: 1 }, ...sentBytes(new Uint8Array(3)) }),
    badInput: refused(
      400,
      async (it) => ({
        params: { uuid: (await startUpload(it)).uuid, part: 1 },
        ...sentBytes(new Uint8Array(4)),
      }),
      'The part has the wrong size',
    ),
  },
  'storage.commitUpload': {
    success: done(async (it) => {
      const { asset, uuid } = await startUpload(it)
      const put = await it.world.cloud.handle(
        new Request(`https://api.flotilla.test/storage/uploads/${uuid}/1`, {
          method: 'PUT',
          body: new Uint8Array(3),
        }),
      )
      const Parts = [{ PartNumber: 1, ETag: put.headers.get('etag') }]
      return { as: 'ada', params: { id: asset }, body: { uuid, providerCommitData: { Parts } } }
    }),
    ...upload({ uuid: 'none', providerCommitData: { Parts: [] } }, 'Invalid value for uuid'),
  },
  'storage.cancelUpload': {
    success: done(async (it) => {
      const { asset, uuid } = await startUpload(it)
      return { as: 'ada', params: { id: asset }, body: { uuid } }
    }, 204),
    ...upload({ uuid: 'none' }, 'Invalid value for uuid'),
  },
  'storage.file': {
    success: done(async ({ world, release }) => {
      const form = new FormData()
      form.append('release', String(release))
      form.append('asset_key', 'manual')
      form.append('asset', new File(['text'], 'manual.txt'))
      const made = await world.request('/v7/release_asset', { as: 'ada', method: 'POST', body: form })
      const href = String(fieldOf(fieldOf(await made.json(), 'asset'), 'href'))
      return { params: { secret: href.split('/').at(-1) ?? '' } }
    }),
    refusal: refused(404, { params: { secret: 'guess' } }),
    badInput: { exempt: 'an address that leads nowhere is the refusal' },
  },
} satisfies Partial<Record<ServiceOperationId, ServiceCases>>
