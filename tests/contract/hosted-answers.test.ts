import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const SECOND = 1000

const post = async (world: TestCloud, path: string, body: Record<string, unknown>) =>
  statusAndBody(await world.request(path, { as: 'ada', method: 'POST', body }))

test('a tag or variable of a missing or invisible resource is rejected without a message', async () => {
  const world = openCloud()
  const parents = [
    ['device_tag', 'device'],
    ['application_tag', 'application'],
    ['release_tag', 'release'],
    ['organization_membership_tag', 'organization_membership'],
  ] as const
  for (const [resource, parent] of parents) {
    const body = { [parent]: 999_999, tag_key: 'rack', value: '7' }
    expect(await post(world, `/v7/${resource}`, body)).toEqual([401, ''])
  }
  for (const resource of ['device_config_variable', 'application_config_variable']) {
    const parent = resource.slice(0, resource.indexOf('_'))
    const body = { [parent]: 999_999, name: 'RESIN_HOST_CONFIG_gpu_mem', value: '16' }
    expect(await post(world, `/v7/${resource}`, body)).toEqual([401, ''])
  }
})

test('without a credential, only public resources can be listed', async () => {
  const world = openCloud()
  const status = async (path: string) => (await world.request(path)).status
  for (const path of [
    'api_key',
    'user',
    'organization(1)',
    'invitee__is_invited_to__application',
    'device',
    'device/$count',
    'release',
    'image',
    'team',
  ]) {
    expect([path, await status(`/v7/${path}`)]).toEqual([path, 401])
  }
  for (const path of [
    'device_type',
    'cpu_architecture',
    'application',
    'application?$expand=owns__release',
  ]) {
    expect([path, await status(`/v7/${path}`)]).toEqual([path, 200])
  }
})

test('a deleted key remains valid for five seconds', async () => {
  const world = openCloud()
  const made = await world.request('/api-key/user/full', {
    as: 'ada',
    method: 'POST',
    body: { name: 'for-a-moment' },
  })
  const credential = String(await made.json())
  const removed = await world.request("/v7/api_key?$filter=name eq 'for-a-moment'", {
    as: 'ada',
    method: 'DELETE',
  })
  expect(removed.status).toBe(200)
  const ask = async () => (await world.request('/actor/v1/whoami', { as: { credential } })).status
  expect(await ask()).toBe(200)
  world.clock.advanceTo(world.clock.now() + 4 * SECOND)
  expect(await ask()).toBe(200)
  world.clock.advanceTo(world.clock.now() + SECOND)
  expect(await ask()).toBe(401)
})

test('images and the schema of variables are public, and `latest` is a version', async () => {
  const world = openCloud()
  const image = await world.request('/download?deviceType=raspberrypi5&version=latest')
  expect(image.status).toBe(200)
  await image.body?.cancel()
  expect((await world.request('/config/vars?deviceType=raspberrypi5')).status).toBe(200)
  const size = await world.request('/device-types/v1/raspberrypi5/images/latest/download-size', { as: 'ada' })
  expect(size.status).toBe(200)
})

test('no configuration is generated for OS versions up to 1.2.0, and no files from 2.0.0 on', async () => {
  const world = openCloud()
  const appId = await fleetId(world, 'cold-chain-eu')
  const ask = (version: string) =>
    post(world, '/download-config', { appId, version, ip: '1.2.3.4', gateway: '1.2.3.1', netmask: '24' })
  const refused = [
    400,
    'balenaOS versions <= 1.2.0 are no longer supported, please update to a newer version.',
  ]
  expect(await ask('1.2.0')).toEqual(refused)
  expect(await ask('v1+foo')).toEqual(refused)
  expect(await ask('1.30.0')).toMatchObject([200, { files: expect.any(Object) }])
  const [status, config] = await ask('2.0.8+rev1.prod')
  expect(status).toBe(200)
  expect(config).not.toHaveProperty('files')
})

test('the log of an image is returned only if it is selected', async () => {
  const world = openCloud()
  const [image] = await world.rows('/v7/image?$top=1', 'ada')
  expect(image).toHaveProperty('status')
  expect(image).not.toHaveProperty('build_log')
  expect(await world.rows('/v7/image?$top=1&$select=build_log', 'ada')).toEqual([
    { build_log: expect.stringContaining('Step 1/7') },
  ])
})

test('a user who signs up can choose a free username', async () => {
  const world = openCloud()
  const signUp = async (email: string, username: string) => {
    const body = { email, username, password: 'long-enough', 'g-recaptcha-response': 'none' }
    return statusAndBody(await world.request('/user/register', { method: 'POST', body }))
  }
  const [status, token] = await signUp('one@example.com', 'chosen.name')
  expect(status).toBe(200)
  const found = await world.request('/actor/v1/whoami', { as: { credential: String(token) } })
  expect(await found.json()).toMatchObject({ username: 'chosen.name' })
  expect(await signUp('two@example.com', 'chosen.name')).toEqual([409, 'This username is already taken'])
  expect(await signUp('three@example.com', 'no name')).toEqual([400, 'Invalid username'])
})

test('the catalogue contains years of OS versions: variants, revisions, extended support, drafts, supervisors', async () => {
  const world = openCloud()
  const versions = async (slug: string, more = 'is_final eq true') =>
    (
      await world.rows(
        `/v7/release?$select=raw_version&$filter=belongs_to__application/any(a:a/slug eq 'balena_os/${slug}') and ${more}`,
        'ada',
      )
    ).map(({ raw_version }) => raw_version)
  expect(await versions('fincm3')).toEqual(
    expect.arrayContaining([
      '2.0.6+rev3.prod',
      '2.29.0+rev1.dev',
      '2.29.0+rev1.prod',
      '2.115.1+rev1',
      '5.1.20+rev1',
    ]),
  )
  expect(await versions('raspberrypi3', 'is_final eq false')).toEqual(['5.1.10-1706616336246+rev2'])
  expect(await versions('aarch64-supervisor')).toEqual(
    expect.arrayContaining(['10.8.0', '11.12.4', '12.11.0', '14.13.14']),
  )
  const tags = await world.rows(
    "/v7/release_tag?$select=value&$filter=tag_key eq 'version' and release/any(r:r/belongs_to__application/any(a:a/slug eq 'balena_os/fincm3-esr'))",
    'ada',
  )
  expect(tags.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['2020.04.0', '2021.07.1', '2022.01.0']),
  )
  const types = await world.rows("/v7/device_type?$select=slug&$filter=slug in ('edge','radxa-zero')", 'ada')
  expect(types).toHaveLength(2)
})
