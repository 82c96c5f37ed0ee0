import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serveCloud } from '../../../mocks/hosts/http-server.ts'
import type { ServedCloud } from '../../../mocks/hosts/http-server.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { aMachine } from '../machine.ts'
import type { Machine } from '../machine.ts'
import { openCloud } from '../use-cloud.ts'

/** How long the platform lets a device send one request. */
const LIMIT = 315_000

const served: ServedCloud[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of served.splice(0)) await one.close()
})

/** Waits without moving the test's timers. */
async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setImmediate(resolve))
}

interface Open {
  request: ClientRequest
  answered: Promise<[number | undefined, string | undefined]>
  /** Whether there has been an answer. */
  isAnswered: boolean
}

/** Starts a stream of lines over HTTP, whose duration only the test's timers measure. */
async function aStream(
  world: TestCloud,
  machine: Machine,
  headers: Record<string, string> = {},
): Promise<Open> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = await serveCloud({ cloud: world.cloud })
  served.push(server)
  const request = httpRequest(new URL(`/device/v2/${machine.uuid}/log-stream`, server.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${machine.credential}`,
      'content-type': 'application/x-ndjson',
      ...headers,
    },
  })
  const open: Open = { request, isAnswered: false, answered: Promise.resolve([undefined, undefined]) }
  const answer = async (): Promise<[number | undefined, string | undefined]> => {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    open.isAnswered = true
    response.resume()
    return [response.statusCode, response.headers.connection]
  }
  open.answered = answer()
  request.flushHeaders()
  return open
}

async function messagesOf(world: TestCloud, { uuid }: Machine): Promise<string[]> {
  const lines = await (await world.request(`/device/v2/${uuid}/logs`, { as: 'ada' })).json()
  return (lines as { message: string }[]).map(({ message }) => message)
}

describe.each(PLATFORM_NAMES)('a stream of lines on the %s platform', (platform) => {
  test('without any data is answered 408 after 315 s, and not before', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const stream = await aStream(world, machine)
    // The server measures as soon as it knows the request.
    await until(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(LIMIT - 1)
    // The connection works, and others of the same server do.
    expect((await world.request('/v7/device_type?$top=1&$select=id')).status).toBe(200)
    expect(stream.isAnswered).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await stream.answered).toEqual([408, 'close'])
  })

  test('that goes on ends the same, and its lines are kept', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const stream = await aStream(world, machine)
    const say = async (message: string) => {
      stream.request.write(`${JSON.stringify({ timestamp: world.clock.now(), message })}\n`)
      await until(async () => (await messagesOf(world, machine)).includes(message))
    }
    await say('first')
    vi.advanceTimersByTime(LIMIT - 1)
    await say('last')
    expect(stream.isAnswered).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await stream.answered).toEqual([408, 'close'])
    expect(await messagesOf(world, machine)).toEqual(['first', 'last'])
  })

  test('that ends in time is answered 201, and nothing happens at the limit', async () => {
    const world = openCloud('first-look', { platform })
    const machine = await aMachine(world)
    const stream = await aStream(world, machine)
    stream.request.end()
    expect((await stream.answered)[0]).toBe(201)
    await until(() => vi.getTimerCount() === 0)
    vi.advanceTimersByTime(LIMIT)
  })
})
