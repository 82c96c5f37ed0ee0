import { expect, test } from 'vitest'
import { respond } from '../http/responses.ts'
import { createRequestLog } from './request-log.ts'

const BODY_LENGTH = 100_000

async function sendRequest(
  log: ReturnType<typeof createRequestLog>,
  path: string,
  text = 'x'.repeat(BODY_LENGTH),
) {
  const request = new Request(`https://api.flotilla.test${path}`)
  const exchange = { request, url: new URL(request.url), credential: undefined }
  const answer = { kind: 'json', status: 200, json: text } as const
  return log.watch(exchange, () => Promise.resolve(respond(request, answer)))
}

test('stores responses without consuming them', async () => {
  const log = createRequestLog(() => 0)
  const response = await sendRequest(log, '/v7/device', 'living')
  expect(log.find(1)).toMatchObject({
    path: '/v7/device',
    status: 200,
    responseBody: '"living"',
    isCut: false,
  })
  expect(await response.text()).toBe('"living"')
})

test('drops and marks the oldest bodies beyond 4 Mi characters, but keeps the newest', async () => {
  const log = createRequestLog(() => 0)
  for (let n = 0; n < 60; n++) await sendRequest(log, `/v7/device(${n})`)
  expect(log.find(1)).toMatchObject({ responseBody: null, isCut: true, status: 200 })
  expect(log.find(60)).toMatchObject({ isCut: false })
  const stored = log.since(0).reduce((sum, { responseBody }) => sum + (responseBody?.length ?? 0), 0)
  expect(stored).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(stored).toBeGreaterThan(39 * BODY_LENGTH)
})

test('a body that was empty is not marked as dropped', async () => {
  const log = createRequestLog(() => 0)
  const request = new Request('https://api.flotilla.test/ping')
  const exchange = { request, url: new URL(request.url), credential: undefined }
  await log.watch(exchange, () => Promise.resolve(new Response('')))
  for (let n = 0; n < 60; n++) await sendRequest(log, `/v7/device(${n})`)
  expect(log.find(1)).toMatchObject({ responseBody: '', isCut: false })
  expect(log.find(2)).toMatchObject({ responseBody: null, isCut: true })
})

test('stores at most 500 requests', async () => {
  const log = createRequestLog(() => 0)
  for (let n = 0; n < 1_100; n++) await sendRequest(log, '/ping', '')
  expect(log.find(1)).toBeUndefined()
  expect(log.find(1_100)?.status).toBe(200)
  expect(log.since(0).length).toBeLessThanOrEqual(500)
})
