import type { Faults } from './faults.ts'
import { concerns } from './faults.ts'
import { Refusal } from './odata/refusal.ts'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** A network that somebody asked to be dead, in the words of a browser. Hosts turn it into a failed connection. */
export class NetworkFault extends TypeError {}

/** Lets the faults strike a request before any handler sees it: waits, refuses, or fails as a dead network does. */
export async function strikeRequest(faults: Faults, request: Request, url: URL): Promise<void> {
  for (const fault of faults.strike(request.method, url.pathname, ['latency', 'network', 'status'])) {
    if (fault.kind === 'latency') await pause(fault.ms ?? 1000, request.signal)
    if (fault.kind === 'network') throw new NetworkFault('Failed to fetch')
    if (fault.kind !== 'status') continue
    const status = fault.status ?? 500
    const wait = fault.retryAfter ?? (status === 429 ? 5 : undefined)
    const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': String(wait) }
    throw new Refusal(status, status === 429 ? 'Too Many Requests' : null, headers)
  }
}

/** Breaks a stream: one that opens while a fault waits for it, and those that are open when one is added. */
export function strikeResponse(faults: Faults, request: Request, url: URL, response: Response): Response {
  const { body } = response
  if (body === null || response.headers.get('content-type') !== 'application/x-ndjson') return response
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  let off = () => {}
  const end = () => {
    clearTimeout(timer)
    off()
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const drop = () => {
        end()
        void reader.cancel()
        controller.error(new NetworkFault('The stream was dropped'))
      }
      const [waiting] = faults.strike(request.method, url.pathname, ['drop-stream'])
      if (waiting !== undefined) timer = setTimeout(drop, waiting.ms ?? 0)
      off = faults.onDrop((fault) => {
        if (fault.kind !== 'drop-stream' || !concerns(fault, request.method, url.pathname)) return
        faults.strike(request.method, url.pathname, ['drop-stream'])
        drop()
      })
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) {
        end()
        controller.close()
      } else controller.enqueue(value)
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return new Response(stream, { status: response.status, headers: response.headers })
}
