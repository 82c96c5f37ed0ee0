import type { ControlledClock } from '../../../simulator/base/clock.ts'
import type { Cloud } from '../../cloud.ts'
import { NetworkFault } from '../../faults/network-fault.ts'

/** A minimal cloud for tests of its transports. */
export interface EchoCloud extends Cloud {
  /** The states of all opened streams, in order. */
  readonly streams: { cancelled: boolean; aborted: boolean }[]
  /** Chunks that were read of all responses at `/numbers`. */
  numbersRead: number
  /** Closed terminals. */
  closedTerminals: number
  /** Sends one more line to every open stream. */
  say(line: string): void
}

/**
 * Echoes requests at any path; `/stream` never ends; `/lines` ends after three and `/numbers` after a hundred; `/breaks` fails after
 * one line; `/broken` throws; `/dead` simulates a network failure.
 */
export function anEchoCloud(clock: ControlledClock = aStillClock()): EchoCloud {
  const streams: EchoCloud['streams'] = []
  const controllers = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encode = (line: string) => new TextEncoder().encode(`${line}\n`)

  function openStream(request: Request): Response {
    const record = { cancelled: false, aborted: false }
    streams.push(record)
    request.signal.addEventListener('abort', () => (record.aborted = true))
    let mine: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        mine = controller
        controllers.add(controller)
        controller.enqueue(encode('{"line":1}'))
      },
      cancel() {
        record.cancelled = true
        controllers.delete(mine)
      },
    })
    // As logs are sent: JSON by its type, and a stream by the header that keeps proxies from waiting for its end.
    const headers = { 'content-type': 'application/json', 'x-accel-buffering': 'no' }
    return new Response(body, { headers })
  }

  function read(lines: number, afterwards: (controller: ReadableStreamDefaultController) => void): Response {
    let next = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (next === lines) return afterwards(controller)
          cloud.numbersRead++
          controller.enqueue(encode(String(next++)))
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
  }

  const cloud: EchoCloud = {
    clock,
    streams,
    numbersRead: 0,
    closedTerminals: 0,
    say(line) {
      for (const controller of controllers) controller.enqueue(encode(line))
    },
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/stream') return openStream(request)
      if (pathname === '/numbers') return read(100, (controller) => controller.close())
      if (pathname === '/breaks')
        return read(1, (controller) => controller.error(new Error('The cloud tripped')))
      if (pathname === '/broken') throw new Error('The cloud tripped')
      if (pathname === '/dead') throw new NetworkFault('Failed to fetch')
      if (pathname === '/nothing') return new Response(null, { status: 204 })
      if (pathname === '/lines')
        return new Response(['one\n', 'two\n', 'three\n'].join(''), {
          headers: { 'content-type': 'application/x-ndjson' },
        })
      return Response.json(
        {
          method: request.method,
          path: pathname,
          token: request.headers.get('authorization'),
          body: await request.text(),
        },
        { status: request.method === 'POST' ? 201 : 200, headers: { 'x-echo': 'yes' } },
      )
    },
    connectTerminal(socket) {
      socket.on('data', (text) => socket.emit('data', text))
      socket.on('count', (bytes, reply) => {
        if (isReply(reply) && (bytes instanceof Uint8Array || bytes instanceof ArrayBuffer))
          reply(bytes.byteLength)
      })
      socket.on('exit', () => socket.close())
      socket.onClose(() => cloud.closedTerminals++)
    },
    snapshot() {
      throw new Error('An echo has nothing to keep')
    },
    recordedActions() {
      throw new Error('An echo has nothing to keep')
    },
    resume: async () => 0,
    dispose() {},
  }
  return cloud
}

function aStillClock(): ControlledClock {
  return {
    speed: 0,
    now: () => 0,
    wakeAt: () => () => {},
    setSpeed() {},
    advanceTo() {},
    onChange: () => () => {},
    dispose() {},
  }
}

function isReply(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === 'function'
}
