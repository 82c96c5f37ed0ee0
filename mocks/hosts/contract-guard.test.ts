import { expect, test } from 'vitest'
import { guardedFetch } from './contract-guard.ts'

const API = 'https://api.flotilla.test'

/** A request that must be told of, so that everything before it has been looked at when it is. */
const LAST = new Request(`${API}/v7/last`)

/** What the guard says about one request and its answer, once it has said so much. */
async function saidAbout(request: Request, answer: Response, count: number): Promise<string[]> {
  const said: string[] = []
  const answers = [answer, new Response(null)]
  const guarded = guardedFetch({
    urls: [API],
    fetch: async () => answers.shift() ?? Response.error(),
    report: (message) => said.push(message),
  })
  await (await guarded(request)).text()
  await guarded(LAST)
  await expect.poll(() => said).toHaveLength(count + 1)
  return said.filter((message) => !message.includes('/v7/last'))
}

const rename = (body: unknown) =>
  new Request(`${API}/v7/device(4)`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('nothing is said about what is as the contract says', async () => {
  expect(await saidAbout(rename({ device_name: 'gate-south' }), new Response(null), 0)).toEqual([])
})

test.each([
  ['a field that is not there', { devicename: 'gate-south' }, '#/devicename: is not in the contract'],
  ['a value of another type', { device_name: 7 }, '#/device_name: Instance type "number"'],
])('%s in a request is told with operation and path', async (_what, body, cause) => {
  const [message = ''] = await saidAbout(rename(body), new Response(null), 1)
  expect(message).toContain('PATCH /v7/device(4) is not as the contract says')
  expect(message).toContain('(device.update)')
  expect(message).toContain(cause)
})

test('an answer that is not as the contract says is told, and still reaches whoever asked', async () => {
  const rows = { d: [{ id: 4, device_name: null, colour: 'red' }] }
  const answer = Response.json(rows)
  const said: string[] = []
  const guarded = guardedFetch({
    urls: [API],
    fetch: async () => answer,
    report: (message) => said.push(message),
  })
  const response = await guarded(`${API}/v7/device?$select=id`)
  expect(await response.json()).toEqual(rows)
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toMatch(/GET \/v7\/device\?\$select=id is not.*\(device\.list\): #\/d\/0\/colour/s)
})

test('a stream is left alone', async () => {
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

test('requests to other hosts are none of its business', async () => {
  const request = new Request('https://elsewhere.example/v7/spaceship')
  expect(await saidAbout(request, Response.json({}), 0)).toEqual([])
})

test('a network that fails fails as before', async () => {
  const guarded = guardedFetch({ urls: [API], fetch: () => Promise.reject(new TypeError('no network')) })
  await expect(guarded(`${API}/ping`)).rejects.toThrow('no network')
})
