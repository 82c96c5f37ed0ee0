import type { Fault } from '../../openapi/generated/control.d.ts'
import type { World } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'
import { concerns, faultDelayMs } from './faults.ts'
import type { Faults, KindWith } from './faults.ts'
import { isStream } from './is-stream.ts'
import { NetworkFault } from './network-fault.ts'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const unreachable = (): never => {
  throw new NetworkFault('Failed to fetch')
}

/** What each kind does before the handler runs: it takes time, or throws the answer. */
const onRequest: Record<
  KindWith<'request'>,
  (fault: Fault, faults: Faults, signal: AbortSignal) => unknown
> = {
  latency: (fault, faults, signal) =>
    pause(
      faultDelayMs(fault, () => faults.draw()),
      signal,
    ),
  network: unreachable,
  outage: unreachable,
  status({ status = 500, retryAfter }) {
    const wait = retryAfter ?? (status === 429 ? 5 : undefined)
    const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': String(wait) }
    throw new HttpError(status, status === 429 ? 'Too Many Requests' : null, headers)
  },
}
const requestKinds = Object.keys(onRequest) as KindWith<'request'>[]
const actsOnRequest = (fault: Fault): fault is Fault & { kind: KindWith<'request'> } =>
  Object.hasOwn(onRequest, fault.kind)

/** Before a handler runs: delays the request, rejects it, or fails like a dead network. */
export async function applyToRequest(
  faults: Faults,
  world: World,
  request: Request,
  url: URL,
): Promise<void> {
  const hasDeviceFaults = faults.has((fault) => fault.devices !== undefined)
  const isConcerned = hasDeviceFaults ? concernedDevices(world, url, await textOf(request)) : () => false
  const matches = ({ devices }: Fault) => devices === undefined || devices.some(isConcerned)
  // When the client no longer waits for the response, nothing is started.
  const stillWaits = () => {
    if (request.signal.aborted) unreachable()
  }
  for (const fault of faults.strike(request.method, url.pathname, requestKinds, matches)) {
    stillWaits()
    if (actsOnRequest(fault)) await onRequest[fault.kind](fault, faults, request.signal)
    stillWaits()
  }
}

const isText = (request: Request) => /json|text|urlencoded/.test(request.headers.get('content-type') ?? '')

async function textOf(request: Request): Promise<string> {
  return request.body !== null && isText(request) ? request.clone().text() : ''
}

const ID_CONDITION = /\b(?:id|device)\s+(?:eq|in)\s*\(?((?:\s*\d+\s*,?)+)/g
const ID_KEY = /\bdevice\((?:id=)?(\d+)\)/g
const ID_IN_BODY = /"(?:device|deviceId|devices)"\s*:\s*\[?((?:\s*\d+\s*,?)+)/g

/** Returns a test whether a request concerns a device, by id or UUID in its path, filter or body. */
function concernedDevices(world: World, url: URL, body: string): (id: number) => boolean {
  let target = url.pathname + url.search
  try {
    target = decodeURIComponent(target.replaceAll('+', ' '))
  } catch {
    // If decoding fails, the raw text is searched.
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

type Strike = (kind: Fault['kind']) => Fault | undefined

/** What each kind does to the answer of the handler, in this order. */
const onAnswer: Record<KindWith<'answer'>, (response: Response, strike: Strike) => Response> = {
  // The request was processed; only the response is lost.
  'lost-answer': (response, strike) => (strike('lost-answer') === undefined ? response : unreachable()),
  truncate(response, strike) {
    const { body } = response
    if (body === null || isStream(response)) return response
    const cut = strike('truncate')
    return cut === undefined ? response : truncated(response, body, cut.bytes)
  },
}

/** Loses responses, truncates bodies and interrupts streams. */
export function applyToResponse(faults: Faults, request: Request, url: URL, response: Response): Response {
  const strike: Strike = (kind) => faults.strike(request.method, url.pathname, [kind])[0]
  const answer = Object.values(onAnswer).reduce((before, apply) => apply(before, strike), response)
  const { body } = answer
  return body === null || !isStream(answer) ? answer : breakable(faults, request, url, answer, body)
}

/** The beginning of a body, half of it by default: what a failing proxy would deliver. */
function truncated(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  bytes: number | undefined,
): Response {
  const complete = new Response(body).arrayBuffer()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      const all = new Uint8Array(await complete)
      const part = all.slice(0, bytes ?? Math.floor(all.length / 2))
      if (part.length > 0) controller.enqueue(part)
      controller.close()
    },
  })
  const remaining = new Headers(headers)
  // A cache must not mistake the part for the complete body.
  remaining.delete('ETag')
  return new Response(stream, { status, headers: remaining })
}

/** What each kind that ends connections does to a stream. */
const endsStreams: Record<KindWith<'connection'>, boolean> = {
  'drop-stream': true,
  'drop-socket': false,
  outage: true,
}
const dropsStreams = ({ kind }: Fault) =>
  Object.entries(endsStreams).some(([name, ends]) => ends && name === kind)

/** A stream that breaks when a matching fault is active, after a number of bytes, or when a fault is added. */
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
          if (!dropsStreams(fault)) return
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
    // Reading ahead would break a stream before its first bytes are read.
    { highWaterMark: 0 },
  )
  function drop(controller: ReadableStreamDefaultController) {
    end()
    void reader.cancel()
    controller.error(new NetworkFault('The stream was dropped'))
  }
  return new Response(stream, { status, headers })
}
