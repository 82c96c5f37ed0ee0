import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createControlClient } from './control-client.ts'

const asked: { method: string; url: string; body: unknown }[] = []
let answer: () => Response
let tellChange = () => {}
const forgetLink = vi.fn()

beforeEach(() => {
  asked.length = 0
  forgetLink.mockReset()
  answer = () => Response.json({ scenario: 'first-look', speed: 1 })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, url, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined })
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const aDoor = () =>
  createControlClient({
    apiUrl: 'https://api.flotilla.test',
    mode: 'shared-worker',
    interception: 'service-worker',
    onWorldChange(listener) {
      tellChange = listener
      return () => (tellChange = () => {})
    },
    forgetLink,
  })

test('each call is one request to the control API', async () => {
  const client = aDoor()
  await client.setSpeed(60)
  await client.advance(3_600_000)
  await client.advanceTo('2026-11-21T00:00Z')
  await client.addFault({ route: 'GET /v7/*', kind: 'status', status: 500 })
  await client.clearFaults()
  await client.setLink('abc', 'down')
  await client.setLock('abc', null)
  expect(asked.map(({ method, url, body }) => [method, url.split('/__flotilla/')[1], body])).toEqual([
    ['POST', 'clock', { speed: 60 }],
    ['POST', 'clock', { advanceMs: 3_600_000 }],
    ['POST', 'clock', { to: '2026-11-21T00:00Z' }],
    ['POST', 'faults', { route: 'GET /v7/*', kind: 'status', status: 500 }],
    ['DELETE', 'faults', undefined],
    ['POST', 'devices/abc', { link: 'down' }],
    ['POST', 'devices/abc', { lock: null }],
  ])
})

test('after a reset, the URL no longer contains the previous world', async () => {
  const client = aDoor()
  await client.setSpeed(1)
  expect(forgetLink).not.toHaveBeenCalled()
  await client.reset({ scenario: 'release-day' })
  expect(forgetLink).toHaveBeenCalledOnce()
})

test.each([
  ['a JSON string', () => Response.json('The clock cannot go back', { status: 400 })],
  ['an object', () => Response.json({ message: 'The clock cannot go back' }, { status: 400 })],
  ['plain text', () => new Response('The clock cannot go back', { status: 400 })],
])('an error as %s is shown with its own text, and changes nothing', async (_what, refusal) => {
  answer = refusal
  const client = aDoor()
  await expect(client.reset({ at: 'yesterday' })).rejects.toMatchObject({
    name: 'ControlError',
    status: 400,
    message: 'The clock cannot go back',
  })
  expect(forgetLink).not.toHaveBeenCalled()
})

test('changes by others load the new state, until unsubscribed', async () => {
  const listener = vi.fn()
  const stop = aDoor().onState(listener)
  tellChange()
  await vi.waitFor(() => expect(listener).toHaveBeenCalledWith({ scenario: 'first-look', speed: 1 }))
  stop()
  tellChange()
  expect(asked).toHaveLength(1)
})
