import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { claimsOf } from './accounts.ts'
import { aMachine } from './machine.ts'
import { expanded, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

/** The registry names of the images in the newest release of a fleet. */
async function imagesOf(world: TestCloud, slug: string): Promise<string[]> {
  const rows = await world.rows(
    `/v7/image?$select=is_stored_at__image_location&$filter=release_image/any(ri:ri/is_part_of__release/any(r:r/belongs_to__application/any(a:a/slug eq '${slug}')))&$orderby=id desc&$top=2`,
    'pat',
  )
  return rows.map(({ is_stored_at__image_location: place }) => String(place).replace(/^[^/]*\//, ''))
}

type Headers = Record<string, string>

const basic = (name: string, secret: string): Headers => ({
  authorization: `Basic ${btoa(`${name}:${secret}`)}`,
})

async function grants(world: TestCloud, scopes: readonly string[], headers: Headers = {}): Promise<unknown> {
  const query = new URLSearchParams([
    ['service', 'registry2.flotilla.test'],
    ...scopes.map((scope) => ['scope', scope]),
  ])
  const response = await world.request(`/auth/v1/token?${query}`, { headers })
  expect(response.status).toBe(200)
  const { token } = (await response.json()) as { token: string }
  return claimsOf(token)['access']
}

test('a device can pull the images of its fleet with its own key, but not push', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const [own = '', other = ''] = await imagesOf(world, 'acme_logistics/cold-chain-eu')
  const [foreign = ''] = await imagesOf(world, 'tidewater_research/tide-buoys')
  const headers = basic(`d_${machine.uuid}`, machine.credential)
  expect(
    await grants(
      world,
      [
        `repository:${own}:pull,push`,
        `repository:${other}@sha256:${'ab'.repeat(32)}:pull`,
        `repository:${foreign}:pull`,
      ],
      headers,
    ),
  ).toEqual([
    { type: 'repository', name: own, actions: ['pull'] },
    { type: 'repository', name: other, actions: ['pull'] },
    { type: 'repository', name: foreign, actions: [] },
  ])
  const response = await world.request('/auth/v1/token?scope=nonsense', { headers })
  const claims = claimsOf(((await response.json()) as { token: string }).token)
  expect(claims).toMatchObject({ sub: `d_${machine.uuid}`, aud: 'registry2.flotilla.test', access: [] })
  expect(Number(claims['exp'])).toBeGreaterThan(Number(claims['iat']))
})

test('pushing requires permission to change releases, and pulling to read them', async () => {
  const world = openCloud()
  const [own = ''] = await imagesOf(world, 'acme_logistics/cold-chain-eu')
  const scope = [`repository:${own}:pull,push`]
  const actionsFor = async (headers: Headers) =>
    ((await grants(world, scope, headers)) as { actions: string[] }[])[0]?.actions
  expect(await actionsFor({ authorization: `Bearer ${await world.token('devi')}` })).toEqual(['pull', 'push'])
  expect(await actionsFor(basic('u_olive', await world.token('olive')))).toEqual(['pull'])
  expect(await actionsFor({})).toEqual([])
  const wrong = await world.request('/auth/v1/token', { headers: basic('x', 'no such key') })
  expect(await statusAndBody(wrong)).toEqual([401, ''])
})

test('a block is pulled by name: the token contains the image', async () => {
  const world = openCloud()
  const [block] = await world.rows(
    "/v7/application?$select=slug&$expand=should_be_running__release($select=id,commit,semver;$expand=release_image($select=id))&$filter=is_of__class eq 'block' and is_host eq false",
    'ada',
  )
  const release = expanded(block, 'should_be_running__release')
  expect(release['release_image']).toHaveLength(1)
  const slug = String(block?.['slug'])
  const [image = ''] = await imagesOf(world, slug)
  const headers = { authorization: `Bearer ${await world.token('ada')}` }
  for (const name of [
    slug,
    `${slug}/latest`,
    `${slug}/${String(release['semver'])}`,
    `${slug}/${String(release['commit'])}`,
  ]) {
    expect(await grants(world, [`repository:${name}:pull`], headers)).toEqual([
      { type: 'repository', name: image, alias: name, actions: ['pull'] },
    ])
  }
  expect(
    await grants(world, [`repository:${slug}/9.9.9:pull`, `repository:${slug}/latest/main:pull`], headers),
  ).toEqual([
    { type: 'repository', name: `${slug}/9.9.9`, actions: [] },
    { type: 'repository', name: `${slug}/latest/main`, actions: [] },
  ])
})
