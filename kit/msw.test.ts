import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCloud } from './cloud.ts'
import { cloudHandlers } from './msw.ts'

const server = setupServer()
beforeEach(() => server.listen())
afterEach(() => server.close())

const OBJECT: Parameters<typeof createCloud>[0] = {
  world: {
    title: 'One shop',
    organization: { name: 'Northern Lights' },
    fleets: [{ name: 'shop-screens', type: 'intel-nuc', devices: [{ count: 12 }] }],
  },
}

const WORLD = `title: One shop
at: 2026-11-20T14:00Z
organization: { name: Northern Lights, industry: Retail signage }
fleets:
  - name: shop-screens
    type: intel-nuc
    services: [{ name: player, kind: dashboard, size: 300 }]
    releases: [{ version: 1.0.0, age: 30 d }]
    devices: [{ count: 12, names: 'screen-{nn}' }]
`

test.each([
  ['as text', { world: WORLD }],
  ['as an object', OBJECT],
])('requests to the platform are answered by the world of a file, %s', async (_, options) => {
  const cloud = createCloud(options)
  server.use(...cloudHandlers(cloud))
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${await cloud.token('ada')}` }
    const response = await fetch(`https://api.balena-cloud.com${path}`, { headers })
    return (await response.json()) as { d: unknown }
  }
  expect(await read("/v7/application?$select=app_name&$filter=is_of__class eq 'fleet'")).toEqual({
    d: [{ app_name: 'shop-screens' }],
  })
  expect(await read('/v7/device/$count')).toEqual({ d: 12 })
})

test('another address can be answered, and a closed cloud is a network error', async () => {
  const cloud = createCloud({ world: WORLD })
  server.use(...cloudHandlers(cloud, ['https://api.example.com/']))
  const ping = () => fetch('https://api.example.com/ping')
  expect((await ping()).status).toBe(200)
  await cloud.close()
  await expect(ping()).rejects.toThrow(/fetch/)
})
