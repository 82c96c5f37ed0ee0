import { expect, test } from 'vitest'
import { aMachine } from './machine.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test('the public keys of a user can be read with an API key, one per line', async () => {
  const world = openCloud()
  const [ada] = await world.rows("/v7/user?$select=id,username&$filter=username eq 'ada'", 'ada')
  const add = (title: string, public_key: string) =>
    world.request('/v7/user__has__public_key', {
      as: 'ada',
      method: 'POST',
      body: { title, public_key, user: ada?.['id'] },
    })
  const before = await world.rows('/v7/user__has__public_key?$select=public_key', 'ada')
  await add('laptop', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7 ada@laptop')
  const machine = await aMachine(world)
  const response = await machine.request('/auth/v1/public-keys/ada')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const [status, text] = await statusAndBody(response)
  expect(status).toBe(200)
  expect(String(text).split('\n')).toHaveLength(before.length + 1)
  expect(text).toContain('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7 ada@laptop')
  expect(await statusAndBody(await machine.request('/auth/v1/public-keys/nobody-of-that-name'))).toEqual([
    200,
    '',
  ])
  for (const options of [{ as: 'ada' }, {}] as const) {
    expect(await statusAndBody(await world.request('/auth/v1/public-keys/ada', options))).toEqual([
      401,
      { error: 'API key required' },
    ])
  }
})
