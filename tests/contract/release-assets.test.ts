import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud, sendRaw } from './use-cloud.ts'

const MIB = 1_048_576
const CHUNK = 5 * MIB

const ORIGIN = 'https://api.flotilla.test'

async function send(world: TestCloud, path: string, init: RequestInit, as?: DemoName): Promise<Response> {
  const headers = new Headers(init.headers)
  if (as !== undefined) headers.set('authorization', `Bearer ${await world.token(as)}`)
  return sendRaw(world, new Request(new URL(path, ORIGIN), { ...init, headers }))
}

const post = async (world: TestCloud, path: string, body: unknown, as: DemoName = 'devi') =>
  statusAndBody(await world.request(path, { as, method: 'POST', body }))

async function formOf(world: TestCloud, fields: Readonly<Record<string, string | File>>): Promise<FormData> {
  const form = new FormData()
  form.append('release', String(await releaseId(world, 'cold-chain-eu', '4.12.1')))
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return form
}

/** Creates an asset without a file; returns its id. */
async function emptyAsset(world: TestCloud, key = 'firmware'): Promise<number> {
  const release = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const [status, row] = await post(world, '/v7/release_asset', { release, asset_key: key, asset: null })
  expect(status).toBe(201)
  return (row as { id: number }).id
}

const assetOf = async (world: TestCloud, id: number) => {
  const [row] = await world.rows(`/v7/release_asset(${id})?$select=asset`, 'devi')
  return row?.['asset'] as { href: string; filename: string; size: number } | null
}

interface StartedUpload {
  asset: { uuid: string; uploadParts: { url: string; chunkSize: number; partNumber: number }[] }
}

const uploadBody = (change: object = {}) => ({
  asset: {
    filename: 'app.bin',
    content_type: 'application/zip',
    size: 6 * MIB,
    chunk_size: CHUNK,
    ...change,
  },
})

async function begin(world: TestCloud, id: number): Promise<StartedUpload['asset']> {
  const [status, body] = await post(world, `/v7/release_asset(${id})/beginUpload`, uploadBody())
  expect(status).toBe(200)
  return (body as StartedUpload).asset
}

async function put(world: TestCloud, url: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  return send(world, url, { method: 'PUT', body: bytes })
}

test('a small file is uploaded in one form, and downloaded from its URL without a token', async () => {
  const world = openCloud()
  const file = new File(['hello fleet'], 'notes.txt', { type: 'text/plain' })
  const made = await send(
    world,
    '/v7/release_asset',
    { method: 'POST', body: await formOf(world, { asset_key: 'notes', asset: file }) },
    'devi',
  )
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const asset = await assetOf(world, id)
  expect(asset).toMatchObject({ filename: 'notes.txt', size: 11, href: expect.stringMatching(/^https:/) })
  const answer = await world.request(asset?.href ?? '')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="notes.txt"')
  expect(answer.headers.get('content-length')).toBe('11')
  expect(await answer.text()).toBe('hello fleet')
  expect((await world.request(`/v7/release_asset(${id})`, { as: 'devi', method: 'DELETE' })).status).toBe(200)
  expect((await world.request(asset?.href ?? '')).status).toBe(404)
})

test('the key in a form stays a text, even if it is a number', async () => {
  const world = openCloud()
  const file = new File(['log'], 'log.txt', { type: 'text/plain' })
  const body = await formOf(world, { asset_key: '2026', asset: file })
  const made = await send(world, '/v7/release_asset', { method: 'POST', body }, 'devi')
  expect(await statusAndBody(made)).toMatchObject([201, { asset_key: '2026' }])
})

test('a large file is uploaded in parts, committed, and then complete', async () => {
  const world = openCloud()
  const id = await emptyAsset(world)
  const { uuid, uploadParts } = await begin(world, id)
  expect(uploadParts.map(({ partNumber, chunkSize }) => [partNumber, chunkSize])).toEqual([
    [1, CHUNK],
    [2, MIB],
  ])
  const Parts: { PartNumber: number; ETag: string }[] = []
  for (const { url, chunkSize, partNumber } of uploadParts) {
    const answer = await put(world, url, new Uint8Array(chunkSize).fill(partNumber))
    expect(answer.status).toBe(200)
    const tag = answer.headers.get('etag') ?? ''
    // Object stores accept an etag with or without quotes; the official client sends it without.
    Parts.push({ PartNumber: partNumber, ETag: partNumber === 1 ? tag : tag.replaceAll('"', '') })
  }
  const again = openCloud('first-look', { snapshot: structuredClone(world.cloud.snapshot()) })
  const commit = { uuid, providerCommitData: { Parts } }
  expect(await post(again, `/v7/release_asset(${id})/commitUpload`, commit)).toMatchObject([
    200,
    { filename: 'app.bin', content_type: 'application/zip', size: 6 * MIB },
  ])
  const asset = await assetOf(again, id)
  const file = new Uint8Array(await (await send(again, asset?.href ?? '', {})).arrayBuffer())
  expect([file.length, file[0], file[CHUNK]]).toEqual([6 * MIB, 1, 2])
})

test('a commit before all parts are uploaded is rejected, and changes nothing', async () => {
  const world = openCloud()
  const id = await emptyAsset(world)
  const { uuid, uploadParts } = await begin(world, id)
  const first = await put(world, uploadParts[0]?.url ?? '', new Uint8Array(CHUNK))
  const Parts = [{ PartNumber: 1, ETag: first.headers.get('etag') }]
  const path = `/v7/release_asset(${id})/commitUpload`
  expect(await post(world, path, { uuid, providerCommitData: { Parts } })).toEqual([
    400,
    'Part 2 has not been uploaded',
  ])
  expect(await post(world, path, { uuid: 'x', providerCommitData: { Parts } })).toEqual([
    400,
    'Invalid value for uuid',
  ])
  expect((await put(world, uploadParts[1]?.url ?? '', new Uint8Array(7))).status).toBe(400)
  expect((await put(world, '/storage/uploads/nothing/1', new Uint8Array(7))).status).toBe(404)
  expect(await assetOf(world, id)).toBeNull()
})

test('a cancelled upload cannot be committed', async () => {
  const world = openCloud()
  const id = await emptyAsset(world)
  const { uuid } = await begin(world, id)
  const cancel = `/v7/release_asset(${id})/cancelUpload`
  expect(await post(world, cancel, { uuid }, 'omar')).toEqual([401, ''])
  expect(await post(world, cancel, { uuid })).toEqual([204, ''])
  expect(await post(world, cancel, { uuid })).toEqual([400, 'Invalid value for uuid'])
  expect(
    await post(world, `/v7/release_asset(${id})/commitUpload`, { uuid, providerCommitData: { Parts: [] } }),
  ).toEqual([400, 'Invalid value for uuid'])
})

test.each([
  ['a chunk that is too small', { chunk_size: 1024 }, 'Invalid value for chunk_size'],
  ['no size', { size: 0 }, 'Invalid value for size'],
  ['no name', { filename: '' }, 'Invalid value for filename'],
])('an upload of %s is not started', async (_what, change, reason) => {
  const world = openCloud()
  const id = await emptyAsset(world)
  expect(
    await badRequest(() => post(world, `/v7/release_asset(${id})/beginUpload`, uploadBody(change))),
  ).toEqual([400, reason])
})

test('uploading files requires permission to change the release', async () => {
  const world = openCloud()
  const id = await emptyAsset(world)
  const beginUpload = `/v7/release_asset(${id})/beginUpload`
  expect(await post(world, beginUpload, uploadBody(), 'omar')).toEqual([401, ''])
  expect(await post(world, '/v7/release_asset(99999)/beginUpload', uploadBody())).toEqual([404, ''])
  const { uuid } = await begin(world, id)
  const commit = { uuid, providerCommitData: { Parts: [] } }
  expect(await post(world, `/v7/release_asset(${id})/commitUpload`, commit, 'omar')).toEqual([401, ''])
  expect(await assetOf(world, id)).toBeNull()
})

test('the file of an asset is deleted with its release, or the fleet of the release', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const release = await releaseId(world, 'cold-chain-eu', '4.10.2')
  const newFile = async (asset_key: string): Promise<string> => {
    const form = await formOf(world, { asset_key, asset: new File(['text'], 'manual.txt') })
    form.set('release', String(release))
    const made = await world.request('/v7/release_asset', { as: 'ada', method: 'POST', body: form })
    const row = (await made.json()) as { asset: { href: string } }
    return new URL(row.asset.href).pathname
  }
  const status = async (path: string) => (await world.request(path)).status
  const [kept, gone] = [await newFile('kept'), await newFile('gone')]
  const remove = (path: string) => world.request(path, { as: 'ada', method: 'DELETE' })
  expect((await remove(`/v7/release_asset(release=${release},asset_key='gone')`)).status).toBe(200)
  expect([await status(kept), await status(gone)]).toEqual([200, 404])
  expect((await remove(`/v7/release(${release})`)).status).toBe(200)
  expect(await status(kept)).toBe(404)

  const other = await releaseId(world, 'cold-chain-eu', '4.12.1')
  const form = await formOf(world, { asset_key: 'late', asset: new File(['text'], 'late.txt') })
  form.set('release', String(other))
  const made = await world.request('/v7/release_asset', { as: 'ada', method: 'POST', body: form })
  const late = new URL(((await made.json()) as { asset: { href: string } }).asset.href).pathname
  expect((await remove(`/v7/application(${fleet})`)).status).toBe(200)
  expect(await status(late)).toBe(404)
})
