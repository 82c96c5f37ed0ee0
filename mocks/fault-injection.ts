import type { World } from '../simulator/world.ts'
import { concerns, waitOf } from './faults.ts'
import type { Fault } from '../openapi/generated/control.d.ts'
import type { Faults } from './faults.ts'
import type { Middleware } from './http/middleware.ts'
import { HttpError } from './odata/http-error.ts'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** A network that somebody asked to be dead, in the words of a browser. Hosts turn it into a failed connection. */
export class NetworkFault extends TypeError {}

const BEFORE = ['latency', 'network', 'outage', 'status'] as const

/** Lets the faults strike a request, and breaks what is answered. */
export const injectFaults =
  (faults: Faults, world: () => World): Middleware =>
  async ({ request, url }, next) => {
    await strikeRequest(faults, world(), request, url)
    return strikeResponse(faults, request, url, await next())
  }

/** Before any handler sees a request: waits, refuses, or fails as a dead network does. */
async function strikeRequest(faults: Faults, world: World, request: Request, url: URL): Promise<void> {
  const asksOfDevices = faults.has((fault) => fault.devices !== undefined)
  const names = asksOfDevices ? namedDevices(world, url, await textOf(request)) : () => false
  const concernsToo = ({ devices }: Fault) => devices === undefined || devices.some(names)
  for (const fault of faults.strike(request.method, url.pathname, BEFORE, concernsToo)) {
    if (fault.kind === 'latency')
      await pause(
        waitOf(fault, () => faults.draw()),
        request.signal,
      )
    // Nobody waits for the answer any more, and nothing was begun.
    if (request.signal.aborted) throw new NetworkFault('Failed to fetch')
    if (fault.kind === 'network' || fault.kind === 'outage') throw new NetworkFault('Failed to fetch')
    if (fault.kind !== 'status') continue
    const status = fault.status ?? 500
    const wait = fault.retryAfter ?? (status === 429 ? 5 : undefined)
    const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': String(wait) }
    throw new HttpError(status, status === 429 ? 'Too Many Requests' : null, headers)
  }
}

const isText = (request: Request) => /json|text|urlencoded/.test(request.headers.get('content-type') ?? '')

async function textOf(request: Request): Promise<string> {
  return request.body !== null && isText(request) ? request.clone().text() : ''
}

const ID_CONDITION = /\b(?:id|device)\s+(?:eq|in)\s*\(?((?:\s*\d+\s*,?)+)/g
const ID_KEY = /\bdevice\((?:id=)?(\d+)\)/g
const ID_IN_BODY = /"(?:device|deviceId|devices)"\s*:\s*\[?((?:\s*\d+\s*,?)+)/g

/** Whether a request is about a device: by id or uuid, in its path, its filter or its body. */
function namedDevices(world: World, url: URL, body: string): (id: number) => boolean {
  let target = url.pathname + url.search
  try {
    target = decodeURIComponent(target.replaceAll('+', ' '))
  } catch {
    // What cannot be decoded is looked at as it was sent.
  }
  const texts = [target, body]
  const ids = new Set<number>()
  for (const [pattern, text] of [
    [ID_CONDITION, target],
    [ID_KEY, target],
    [ID_IN_BODY, body],
  ] as const) {
    for (const [, list = ''] of text.matchAll(pattern)) {
      for (const [digits] of list.matchAll(/\d+/g)) ids.add(Number(digits))
    }
  }
  const uuidOf = world.column('uuid')
  return (id) => {
    if (ids.has(id)) return true
    const index = world.indexOfId(id)
    return index >= 0 && texts.some((text) => text.includes(uuidOf(index)))
  }
}

/** Bodies that arrive over time; all others are complete at once. */
const isStream = ({ headers }: Response): boolean => {
  if (headers.get('x-accel-buffering') === 'no') return true
  return !/^(?:application\/json|text\/)/.test(headers.get('content-type') ?? '')
}

/** Bodies that are cut short, and streams that break off. */
function strikeResponse(faults: Faults, request: Request, url: URL, response: Response): Response {
  // What was asked for is done; only nobody hears of it.
  if (faults.strike(request.method, url.pathname, ['lost-answer']).length > 0)
    throw new NetworkFault('Failed to fetch')
  const { body } = response
  if (body === null) return response
  if (isStream(response)) return breakable(faults, request, url, response, body)
  const [cut] = faults.strike(request.method, url.pathname, ['truncate'])
  return cut === undefined ? response : truncated(response, body, cut.bytes)
}

/** The first bytes of a body, half of it when nobody says how many: what a proxy leaves that gives up. */
function truncated(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  bytes: number | undefined,
): Response {
  const whole = new Response(body).arrayBuffer()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      const all = new Uint8Array(await whole)
      const part = all.slice(0, bytes ?? Math.floor(all.length / 2))
      if (part.length > 0) controller.enqueue(part)
      controller.close()
    },
  })
  const kept = new Headers(headers)
  // Whoever keeps the part must not take it for the whole later.
  kept.delete('ETag')
  return new Response(stream, { status, headers: kept })
}

const DROPS = ['drop-stream', 'outage'] as const

/** A stream that breaks when a fault waits for it, when enough of it has passed, or when a fault is added. */
function breakable(
  faults: Faults,
  request: Request,
  url: URL,
  { status, headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const reader = body.getReader()
  const [waiting] = faults.strike(request.method, url.pathname, ['drop-stream'])
  let left = waiting?.bytes ?? Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let off = () => {}
  const end = () => {
    clearTimeout(timer)
    off()
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        if (waiting !== undefined && waiting.bytes === undefined) {
          timer = setTimeout(() => drop(controller), waiting.ms ?? 0)
        }
        off = faults.onDrop((fault) => {
          if (!DROPS.some((kind) => kind === fault.kind)) return
          if (!concerns(fault, request.method, url.pathname)) return
          if (fault.kind === 'drop-stream') faults.strike(request.method, url.pathname, ['drop-stream'])
          drop(controller)
        })
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) {
          end()
          controller.close()
          return
        }
        if (value.length < left) {
          left -= value.length
          controller.enqueue(value)
          return
        }
        if (left > 0) controller.enqueue(value.slice(0, left))
        drop(controller)
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    },
    // Reading ahead would break a stream before its first bytes were read.
    { highWaterMark: 0 },
  )
  function drop(controller: ReadableStreamDefaultController) {
    end()
    void reader.cancel()
    controller.error(new NetworkFault('The stream was dropped'))
  }
  return new Response(stream, { status, headers })
}
