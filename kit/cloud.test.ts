import { afterEach, expect, test } from 'vitest'
import { createCloud, emailOf, password, worlds } from './cloud.ts'
import type { Cloud, CloudOptions } from './cloud.ts'

let open: Cloud[] = []
afterEach(async () => {
  for (const cloud of open) await cloud.close()
  open = []
})
function opened(options?: CloudOptions): Cloud {
  const cloud = createCloud(options)
  open.push(cloud)
  return cloud
}

test('the same world and seed give the same content, and the clock stands still [KIT-002]', async () => {
  const fingerprints = await Promise.all([7, 7, 8].map((seed) => opened({ seed }).world.fingerprint()))
  expect(fingerprints[1]).toBe(fingerprints[0])
  expect(fingerprints[2]).not.toBe(fingerprints[0])
  const { clock } = opened({ at: '2026-11-20T14:00Z' })
  expect((await clock.now()).toISOString()).toBe('2026-11-20T14:00:00.000Z')
  await clock.advance('90 min')
  expect((await clock.now()).toISOString()).toBe('2026-11-20T15:30:00.000Z')
  await clock.rewind('30 min')
  expect((await clock.now()).toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

test('rejects options it cannot open, with the reason', () => {
  expect(() => createCloud({ scenario: 'no-such-world' })).toThrow('no-such-world')
  expect(() => createCloud({ at: 'yesterday' })).toThrow('must be a time')
  expect(worlds.map(({ name }) => name)).toContain('bad-release')
})

test('a sign-in that failed by a fault works after the fault is removed, and again in another world', async () => {
  const cloud = opened()
  await cloud.faults.add({ kind: 'status', status: 503, route: 'POST /login_' })
  await expect(cloud.token('omar')).rejects.toThrow('503')
  expect(await cloud.faults.list()).toMatchObject([{ kind: 'status', route: 'POST /login_' }])
  await cloud.faults.clear()
  const token = await cloud.token('omar')
  expect(await cloud.token('omar')).toBe(token)
  await cloud.world.open('empty-account')
  expect(await cloud.world.rows('/v7/device?$select=id')).toEqual([])
})

test('serves the same world over HTTP until it is closed', async () => {
  const cloud = opened({ as: 'devi' })
  expect(() => cloud.url).toThrow('before')
  const url = await cloud.listen()
  expect([cloud.url, await cloud.listen()]).toEqual([url, url])
  const credentials = JSON.stringify({ username: emailOf('devi'), password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/login_`, { method: 'POST', headers, body: credentials })
  const authorization = `Bearer ${await response.text()}`
  const path = '/v7/device?$select=uuid&$top=3&$orderby=id asc'
  const { d } = (await (await fetch(url + path, { headers: { authorization } })).json()) as { d: unknown }
  expect(d).toEqual(await cloud.world.rows(path))
  await cloud.close()
  await expect(fetch(`${url}/ping`)).rejects.toThrow()
})

test('a network fault fails a request like a broken network', async () => {
  const cloud = opened()
  await cloud.faults.add({ kind: 'network', route: 'GET /ping' })
  await expect(cloud.fetch('https://api.example.com/ping')).rejects.toThrow(TypeError)
})
