// @vitest-environment jsdom
import { afterAll, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { creatableType } from './create.queries.ts'

// The files of a process share the connection: those that follow meet the hosted platform again.
afterAll(
  () =>
    void connectApi({ apiUrl: 'https://api.example', terminalUrl: 'wss://api.example', tokenKey: 'token' }),
)

test('where no systems are published at all, no device type is discontinued for that', async () => {
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
  await api.lookAround()
  expect(creatableType(type).isDiscontinued).toBe(false)
})
