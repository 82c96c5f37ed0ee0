import { afterAll, expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

const world = createTestCloud('first-look')
afterAll(() => world.dispose())

const namesOf = (rows: readonly Record<string, unknown>[], field: string) =>
  rows.map((row) => String(row[field])).toSorted()

const ask = async (path: string, authorization: string, method = 'GET') => {
  const headers = { authorization, 'content-type': 'application/json' }
  const request = new Request(`https://api.platform.example${path}`, { method, headers })
  return (await world.cloud.handle(request)).json() as Promise<unknown>
}

test('staff see every application, others those that they have a role on and the public ones', async () => {
  const path = '/v7/application?$select=slug'
  const all = namesOf(await world.rows(path, 'pat'), 'slug')
  const own = namesOf(await world.rows(path, 'devi'), 'slug')
  const withRole = await world.rows(`${path}&$filter=is_directly_accessible_by__user/any(u:1 eq 1)`, 'devi')
  const open = await world.rows(`${path}&$filter=is_public eq true`, 'pat')
  expect(own).toEqual([...new Set(namesOf([...withRole, ...open], 'slug'))])
  expect(all.length).toBeGreaterThan(own.length)
  expect(all).toEqual(expect.arrayContaining(own))
})

test('the key of a device sees its own fleet and not those of others', async () => {
  const [device] = await world.rows('/v7/device?$select=id,belongs_to__application&$top=1', 'ada')
  const owner = `Bearer ${await world.token('ada')}`
  const key = await ask(`/api-key/device/${Number(device?.id)}/device-key`, owner, 'POST')
  const { d } = (await ask(
    "/v7/application?$select=id&$filter=is_of__class eq 'fleet' and is_host eq false",
    `Bearer ${String(key)}`,
  )) as {
    d: { id: number }[]
  }
  const fleet = device?.['belongs_to__application'] as { __id: number }
  expect(d.map(({ id }) => id)).toEqual([fleet.__id])
})

test('users see those they share an organization with, and nobody else', async () => {
  const members = namesOf(await world.rows('/v7/user?$select=username', 'devi'), 'username')
  expect(members).toContain('ada')
  expect(members).not.toContain('pat')
})

test('the key of a device sees of what is public only what it runs', async () => {
  const path = '/v7/application?$select=slug&$filter=is_public eq true'
  const shown = namesOf(await world.rows(path, 'ada'), 'slug')
  const [device] = await world.rows('/v7/device?$select=id&$top=1', 'ada')
  const owner = `Bearer ${await world.token('ada')}`
  const key = await ask(`/api-key/device/${Number(device?.['id'])}/device-key`, owner, 'POST')
  const { d } = (await ask(path, `Bearer ${String(key)}`)) as { d: { slug: string }[] }
  expect(d.length).toBeLessThan(shown.length)
  expect(shown).toEqual(expect.arrayContaining(namesOf(d, 'slug')))
})
