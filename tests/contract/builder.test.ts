import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud, sendRaw } from './use-cloud.ts'

const MINUTE = 60_000
const SLUG = 'acme_logistics/cold-chain-eu'

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

/** A gzipped tar archive of these files. */
function archive(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const blocks: Buffer[] = []
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('ustar\0', 257)
    blocks.push(header, body, Buffer.alloc((512 - (body.length % 512)) % 512))
  }
  return new Uint8Array(gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])))
}

const TWO_SERVICES = {
  'docker-compose.yml':
    'version: "2.1"\nservices:\n  sensor-hub:\n    build: ./a\n  extra:\n    build: ./b\n',
  'a/Dockerfile': 'FROM debian\nRUN make\n',
  'b/Dockerfile': 'FROM debian\n',
  'balena.yml': 'name: cold-chain\nversion: 7.1.0\n',
}

interface Push {
  query?: string
  slug?: string
  as?: DemoName
  body?: Uint8Array<ArrayBuffer>
}

async function push(
  world: TestCloud,
  { query = '', slug = SLUG, as = 'devi', body }: Push,
): Promise<Response> {
  return sendRaw(
    world,
    new Request(`https://api.flotilla.test/v3/build?slug=${slug}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await world.token(as)}` },
      body: body ?? archive(TWO_SERVICES),
    }),
  )
}

async function newest(world: TestCloud, fleet = 'cold-chain-eu') {
  const [row] = await world.rows(
    `/v7/release?$top=1&$orderby=id desc&$select=id,status,raw_version,is_final,end_timestamp&$filter=belongs_to__application eq ${await fleetId(world, fleet)}&$expand=release_image($expand=image($select=status,build_log,error_message;$expand=is_a_build_of__service($select=service_name)))`,
    'ada',
  )
  return row
}

const updatedAt = async (world: TestCloud) =>
  (await world.rows('/v7/release?$top=1&$orderby=id desc&$select=update_timestamp', 'ada'))[0]

const targetOf = async (world: TestCloud) => {
  const [row] = await world.rows(
    "/v7/application?$filter=app_name eq 'cold-chain-eu'&$select=id&$expand=should_be_running__release($select=raw_version)",
    'ada',
  )
  return JSON.stringify(row?.['should_be_running__release'])
}

const releases = async (world: TestCloud) =>
  world.count(
    `/v7/release/$count?$filter=belongs_to__application eq ${await fleetId(world, 'cold-chain-eu')}`,
    'ada',
  )

test('a push builds each service, succeeds as the clock advances, and a tracking fleet follows', async () => {
  const world = openCloud()
  const answer = await push(world, { query: '&headless=true' })
  expect(await statusAndBody(answer)).toEqual([200, { started: true, releaseId: expect.any(Number) }])
  expect(await newest(world)).toMatchObject({ status: 'running', raw_version: '7.1.0', end_timestamp: null })
  expect(await targetOf(world)).not.toContain('7.1.0')
  pass(world, 3 * MINUTE)
  const built = await newest(world)
  expect(built).toMatchObject({ status: 'success', is_final: true, end_timestamp: expect.any(String) })
  const text = JSON.stringify(built)
  expect(text).toContain('"service_name":"extra"')
  expect(text).toContain('[sensor-hub] Step 2/2 : RUN make')
  expect(await targetOf(world)).toContain('7.1.0')
})

test('the builds of services differ in duration and image size', async () => {
  const world = openCloud()
  const built: unknown[] = []
  for (const version of ['8.0.0', '8.1.0']) {
    const files = { ...TWO_SERVICES, 'balena.yml': `name: cold-chain\nversion: ${version}\n` }
    await push(world, { query: '&headless=true', body: archive(files) })
    pass(world, 3 * MINUTE)
    const [release] = await world.rows(
      `/v7/release?$top=1&$orderby=id desc&$select=raw_version&$expand=release_image($expand=image($select=start_timestamp,end_timestamp,image_size;$expand=is_a_build_of__service($select=service_name)))`,
      'ada',
    )
    expect(release).toMatchObject({ raw_version: version })
    const joins = release?.['release_image'] as { image: Record<string, unknown>[] }[]
    for (const { image } of joins) {
      const { start_timestamp: started, end_timestamp: ended, image_size: size } = image[0] ?? {}
      built.push(Date.parse(String(ended)) - Date.parse(String(started)), size)
    }
  }
  expect(new Set(built).size).toBe(built.length)
})

test('a fleet follows at the time of success, even if it is read later', async () => {
  const [asked, late] = [openCloud(), openCloud()]
  for (const world of [asked, late]) await push(world, { query: '&headless=true' })
  for (let i = 0; i < 30; i++) {
    pass(asked, 10_000)
    await newest(asked)
  }
  pass(late, 300_000)
  const updating = (world: TestCloud) =>
    world.rows(
      "/v7/device?$select=device_name,update_status&$orderby=device_name asc&$filter=update_status eq 'downloading'",
      'ada',
    )
  expect(await updating(late)).toEqual(await updating(asked))
})

test('the images of a build appear one after another, and their logs grow line by line [DATA-029, DATA-030]', async () => {
  const world = openCloud()
  await push(world, { query: '&headless=true' })
  const imagesNow = async (): Promise<{ name: unknown; log: string }[]> => {
    const joins = (await newest(world))?.['release_image']
    return (Array.isArray(joins) ? joins : []).map((join: { image: Record<string, unknown>[] }) => {
      const [image] = join.image
      const service = image?.['is_a_build_of__service']
      const [named] = Array.isArray(service) ? (service as Record<string, unknown>[]) : []
      return { name: named?.['service_name'], log: String(image?.['build_log']) }
    })
  }
  expect(await imagesNow()).toEqual([])
  pass(world, 3_000)
  expect(await imagesNow()).toEqual([{ name: 'sensor-hub', log: '[sensor-hub] Step 1/2 : FROM debian\n' }])
  const beats = [String((await updatedAt(world))?.['update_timestamp'])]
  pass(world, 16_000)
  const both = await imagesNow()
  expect(both.map(({ name }) => name)).toEqual(['sensor-hub', 'extra'])
  expect(both[0]?.log).toMatch(
    /^\[sensor-hub\] Step 1\/2 : FROM debian\n\[sensor-hub\] Pulling from debian\n/,
  )
  expect(both[0]?.log).not.toContain('Successfully built')
  beats.push(String((await updatedAt(world))?.['update_timestamp']))
  expect(beats.toSorted()).toEqual(beats)
  expect(new Set(beats).size).toBe(2)
  pass(world, 3 * MINUTE)
  expect((await imagesNow())[0]?.log).toMatch(/Successfully built\n$/)
})

test('a push returns a stream of messages that ends with the build', async () => {
  const world = openCloud()
  const answer = await push(world, {})
  expect(answer.headers.get('content-type')).toBe('application/x-json-stream')
  pass(world, 3 * MINUTE)
  const messages = JSON.parse(await answer.text()) as { message: string; resource?: string; value?: string }[]
  expect(messages[0]?.message).toContain(`Starting build for ${SLUG}`)
  expect(messages.find(({ resource }) => resource === 'buildLogId')?.value).toBe(
    String((await newest(world))?.['id']),
  )
  const said = messages.map(({ message }) => message)
  const [row] = await world.rows('/v7/release?$select=id,commit&$orderby=id desc&$top=1', 'ada')
  expect(said.slice(said.indexOf('[Info]     Uploading images'))).toEqual([
    '[Info]     Uploading images',
    '[Success]  Successfully uploaded images',
    '[Info]     Built on builder01',
    '[Success]  Release successfully created!',
    `[Info]     Release: ${String(row?.['commit'])} (id: ${String(row?.['id'])})`,
    expect.stringMatching(/^\[Info\] {5}┌─+┬─+┬─+┐$/),
    expect.stringMatching(/^\[Info\] {5}│ Service +│ Image Size +│ Build Time +│$/),
    expect.stringMatching(/^\[Info\] {5}├/),
    expect.stringMatching(/^\[Info\] {5}│ sensor-hub +│ \d+\.\d\d MB +│ .*seconds? +│$/),
    expect.stringMatching(/^\[Info\] {5}├/),
    expect.stringMatching(/^\[Info\] {5}│ extra +│ \d+\.\d\d MB +│ .*seconds? +│$/),
    expect.stringMatching(/^\[Info\] {5}└/),
    expect.stringMatching(/^\[Info\] {5}Build finished in (\d+ minutes?)?(, )?(\d+ seconds?)?$/),
  ])
})

test('a cancelled build stops, and no fleet follows it', async () => {
  const world = openCloud()
  const answer = await push(world, {})
  const id = Number((await newest(world))?.['id'])
  pass(world, 5_000)
  const cancelled = await world.request(`/v7/release(${id})?$filter=status ne 'success'`, {
    as: 'devi',
    method: 'PATCH',
    body: { status: 'cancelled' },
  })
  expect(cancelled.status).toBe(200)
  pass(world, 3 * MINUTE)
  expect(await answer.text()).toContain('Build cancelled')
  expect(await newest(world)).toMatchObject({ status: 'cancelled' })
  const [image] = await world.rows(
    `/v7/image?$select=build_log,status&$filter=release_image/any(r:r/is_part_of__release eq ${id})`,
    'ada',
  )
  expect(image?.['status']).toBe('cancelled')
  expect(image?.['build_log']).toMatch(/^\[sensor-hub\] Step 1\/2(.*\n)+\[sensor-hub\] Build cancelled\n$/)
  expect(image?.['build_log']).not.toContain('Successfully built')
  expect(await targetOf(world)).not.toContain('7.1.0')
})

test('a draft is built, but no fleet follows it', async () => {
  const world = openCloud()
  await push(world, { query: '&headless=true&isdraft=true' })
  pass(world, 3 * MINUTE)
  expect(await newest(world)).toMatchObject({ status: 'success', is_final: false })
  expect(await targetOf(world)).not.toContain('7.1.0')
})

test('a failing step makes the release fail, with the reason in its log', async () => {
  const world = openCloud()
  await push(world, { query: '&headless=true', body: archive({ Dockerfile: 'FROM debian\nRUN exit 3\n' }) })
  pass(world, 3 * MINUTE)
  const built = await newest(world)
  expect(built).toMatchObject({ status: 'failed' })
  expect(JSON.stringify(built)).toContain('returned a non-zero code: 3')
})

test('the log of a failed build ends at the failing step, with the error', async () => {
  const world = openCloud()
  const Dockerfile = 'FROM debian\nCOPY . ./\nRUN make && exit 3\nCMD ["./start.sh"]\n'
  await push(world, { query: '&headless=true', body: archive({ Dockerfile }) })
  pass(world, 3 * MINUTE)
  const id = Number((await newest(world))?.['id'])
  const [image] = await world.rows(
    `/v7/image?$select=build_log,error_message&$filter=release_image/any(r:r/is_part_of__release eq ${id})`,
    'devi',
  )
  const lines = String(image?.['build_log']).trimEnd().split('\n')
  expect(lines.filter((line) => line.includes('Step')).at(-1)).toMatch(/Step 3\/4 : RUN make && exit 3$/)
  expect(lines.at(-1)).toContain(String(image?.['error_message']))
  expect(lines.join('\n')).not.toMatch(/CMD|Successfully built|Removing intermediate/)
})

test('in a project with several Dockerfiles, only the service with the failing step fails', async () => {
  const world = openCloud()
  const answer = await push(world, {
    body: archive({
      'docker-compose.yml':
        'services:\n  sensor-hub:\n    build: ./hub\n  web:\n    build:\n      context: web\n',
      'hub/Dockerfile': 'FROM debian\nCMD ["./hub.sh"]\n',
      'web/Dockerfile': 'FROM node\nRUN npm test && exit 1\nCMD ["./web.sh"]\n',
    }),
  })
  pass(world, 3 * MINUTE)
  const release = await newest(world)
  expect(release).toMatchObject({ status: 'failed' })
  const images = await world.rows(
    `/v7/image?$select=status,dockerfile,build_log,error_message&$filter=release_image/any(r:r/is_part_of__release eq ${Number(release?.['id'])})&$orderby=id asc`,
    'devi',
  )
  const [hub, web] = images
  expect(hub).toMatchObject({ status: 'success', error_message: null })
  expect(hub?.['dockerfile']).toContain('hub.sh')
  expect(hub?.['build_log']).toMatch(/Step 2\/2 : CMD \["\.\/hub\.sh"\](.*\n)*.*Successfully built\n$/)
  expect(web).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('npm test && exit 1'),
  })
  expect(web?.['dockerfile']).toContain('web.sh')
  expect(web?.['build_log']).toMatch(
    /Step 2\/3 : RUN npm test && exit 1\n(.*\n)*.*returned a non-zero code: 1\n$/,
  )
  expect(web?.['build_log']).not.toMatch(/Step 3|Successfully built/)
  const messages = await answer.text()
  expect(messages).toContain('[sensor-hub] Successfully built')
  expect(messages).toMatch(/\[web\] The command .*returned a non-zero code: 1.*"isError":true/)
  expect(messages).toMatch(
    /Some services failed to build:.*\n.*Service: web".*\n.*Error: The command .*\n.*Built on.*\n.*Not deploying release\./,
  )
})

test('a build continues after a snapshot', async () => {
  const first = openCloud()
  await push(first, { query: '&headless=true' })
  const again = openCloud('first-look', { snapshot: structuredClone(first.cloud.snapshot()) })
  pass(again, 3 * MINUTE)
  expect(await newest(again)).toMatchObject({ status: 'success' })
})

test('pushing requires the permission, and only works for visible fleets', async () => {
  const world = openCloud()
  const before = await releases(world)
  expect(await statusAndBody(await push(world, { as: 'omar' }))).toEqual([401, ''])
  expect(await statusAndBody(await push(world, { slug: 'acme_logistics/nothing' }))).toEqual([
    404,
    'Application not found: acme_logistics/nothing',
  ])
  expect(await statusAndBody(await push(world, { body: new Uint8Array([1, 2, 3]) }))).toEqual([
    400,
    'The request body is not a gzipped tar archive',
  ])
  expect(await statusAndBody(await push(world, { slug: '' }))).toEqual([400, 'A slug is required'])
  expect(await releases(world)).toBe(before)
})

const fromUrl = async (world: TestCloud, body: unknown, as: DemoName = 'devi', app = 'cold-chain-eu') =>
  statusAndBody(
    await world.request(`/v3/buildFromUrl?headless=true&owner=acme_logistics&app=${app}`, {
      as,
      method: 'POST',
      body,
    }),
  )

const tarball = (name: string) => `https://github.com/flotilla-examples/${name}/archive/main.tar.gz`

test('builds a release from the tarball of a public repository [REL-039, CALL-026]', async () => {
  const world = openCloud()
  expect(await fromUrl(world, { shouldFlatten: true, url: tarball('sensor-dashboard') })).toEqual([
    200,
    { started: true, releaseId: expect.any(Number) },
  ])
  pass(world, 3 * MINUTE)
  expect(await newest(world)).toMatchObject({ status: 'success', raw_version: '2.0.1' })
})

test('a missing tarball, or one without anything to build, starts nothing', async () => {
  const world = openCloud()
  const before = await releases(world)
  expect(await fromUrl(world, { url: tarball('gone') })).toEqual([
    404,
    'Failed to fetch tarball from passed URL',
  ])
  expect(await fromUrl(world, { url: 'no address' })).toEqual([
    404,
    'Failed to fetch tarball from passed URL',
  ])
  expect(await fromUrl(world, { url: tarball('only-words') })).toMatchObject([
    200,
    { started: false, message: expect.stringContaining('Could not find a project') },
  ])
  expect(await badRequest(() => fromUrl(world, {}))).toEqual([400, 'A url is required'])
  expect(await fromUrl(world, { url: tarball('hello-fleet') }, 'olive')).toEqual([401, ''])
  expect(await releases(world)).toBe(before)
})

async function outside(world: TestCloud, url: string, method = 'GET') {
  return statusAndBody(await world.cloud.handle(new Request(url, { method })))
}

test('the code host answers the requests for import and deploy, without a token [CALL-023, CALL-024, CALL-025]', async () => {
  const world = openCloud()
  const api = 'https://api.github.com'
  expect(await outside(world, `${api}/repos/flotilla-examples/hello-fleet`)).toMatchObject([
    200,
    { default_branch: 'main', private: false },
  ])
  expect(await outside(world, `${api}/repos/flotilla-examples/gone`)).toMatchObject([
    404,
    { message: 'Not Found' },
  ])
  expect(await outside(world, `${api}/search/users?q=ada`)).toMatchObject([
    200,
    { total_count: 1, items: [{ login: 'ada-lovelace' }] },
  ])
  expect(await outside(world, `${api}/users/ada-lovelace/keys`)).toMatchObject([
    200,
    [{ id: expect.any(Number), key: expect.stringMatching(/^ssh-ed25519 /) }, {}],
  ])
  expect(await outside(world, `${api}/users/nobody-at-all/keys`)).toMatchObject([404, {}])
  const raw = 'https://raw.githubusercontent.com/flotilla-examples'
  expect(await outside(world, `${raw}/hello-fleet/main/balena.yml`)).toMatchObject([
    200,
    expect.stringContaining('defaultDeviceType: raspberrypi4-64'),
  ])
  for (const path of [
    'only-words/main/balena.yml',
    'hello-fleet/main/package.json',
    'balena-cli/main/balena.yml',
  ]) {
    expect(await outside(world, `${raw}/${path}`), path).toEqual([404, '404: Not Found'])
  }
})

test('the newest CLI version is read from its package [DEVLIST-024]', async () => {
  const world = openCloud()
  const metadata = 'https://raw.githubusercontent.com/balena-io/balena-cli/master/package.json'
  expect(await outside(world, metadata)).toEqual([
    200,
    { name: 'balena-cli', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  ])
})
