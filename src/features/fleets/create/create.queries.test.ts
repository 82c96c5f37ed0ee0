// @vitest-environment jsdom

import { afterAll, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { creatableType } from './create.queries.ts'

// Test files share the connection: restore the hosted platform for the next ones.
afterAll(
  () =>
    void connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }),
)

test('no device type counts as discontinued if the platform publishes no OS releases', async () => {
  const type = { id: 1, slug: 'raspberrypi4-64', name: 'Raspberry Pi 4' }
  expect(creatableType(type).isDiscontinued).toBe(true)
  const api = connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://api.example',
    tokenKey: 'token',
    fetch: async (input) =>
      new Request(input).url.endsWith('/config')
        ? new Response(null, { status: 404 })
        : Response.json({ d: 0 }),
  })
  await api.detectPlatform()
  await api.detectFeatures()
  expect(creatableType(type).isDiscontinued).toBe(false)
})
