import { expect, test } from 'vitest'
import { guardedFetch } from './contract-guard.ts'

const API = 'https://api.flotilla.test'

/** A request that is always reported, so that all earlier ones have been checked by then. */
const LAST = new Request(`${API}/v7/last`)

/** The guard's reports about a request and its response, waiting for `count` of them. */
async function reportsAbout(request: Request, answer: Response, count: number): Promise<string[]> {
  const reports: string[] = []
  const answers = [answer, new Response(null)]
  const guarded = guardedFetch({
    urls: [API],
    fetch: async () => answers.shift() ?? Response.error(),
    report: (message) => reports.push(message),
  })
  await (await guarded(request)).text()
  await guarded(LAST)
  await expect.poll(() => reports).toHaveLength(count + 1)
  return reports.filter((message) => !message.includes('/v7/last'))
}

const rename = (body: unknown) =>
  new Request(`${API}/v7/device(4)`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('reports nothing that matches the contract', async () => {
  expect(await reportsAbout(rename({ device_name: 'gate-south' }), new Response(null), 0)).toEqual([])
})

test.each([
  ['an unknown field', { devicename: 'gate-south' }, '#/devicename: is not in the contract'],
  ['a value of another type', { device_name: 7 }, '#/device_name: Instance type "number"'],
])('reports %s in a request with operation and path', async (_what, body, cause) => {
  const [message = ''] = await reportsAbout(rename(body), new Response(null), 1)
  expect(message).toContain('PATCH /v7/device(4) is not as the contract says')
  expect(message).toContain('(device.update)')
  expect(message).toContain(cause)
})

test('reports a response that violates the contract and still returns it', async () => {
  const rows = { d: [{ id: 4, device_name: null, colour: 'red' }] }
  const answer = Response.json(rows)
  const reports: string[] = []
  const guarded = guardedFetch({
    urls: [API],
    fetch: async () => answer,
    report: (message) => reports.push(message),
  })
  const response = await guarded(`${API}/v7/device?$select=id`)
  expect(await response.json()).toEqual(rows)
  await expect.poll(() => reports).toHaveLength(1)
  expect(reports[0]).toMatch(/GET \/v7\/device\?\$select=id is not.*\(device\.list\): #\/d\/0\/colour/s)
})

test('does not read streams', async () => {
  let pulled = 0
  const stream = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 })
  const guarded = guardedFetch({
    urls: [API],
    fetch: async () => new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } }),
    report: () => {},
  })
  await guarded(`${API}/device/v2/ab12/logs?stream=1`)
  expect(pulled).toBe(0)
})

test('ignores requests to other hosts', async () => {
  const request = new Request('https://elsewhere.example/v7/spaceship')
  expect(await reportsAbout(request, Response.json({}), 0)).toEqual([])
})

test('passes on network errors', async () => {
  const guarded = guardedFetch({ urls: [API], fetch: () => Promise.reject(new TypeError('no network')) })
  await expect(guarded(`${API}/ping`)).rejects.toThrow('no network')
})
