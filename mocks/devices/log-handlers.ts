import { deviceProfiles } from '../../simulator/definition/device-profiles.ts'
import type { LogLine, World } from '../../simulator/world/world.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { json } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { deviceOfPath } from './device-access.ts'

type WireLine = JsonOf<'logs.read', 200>[number]

/** Default and maximum number of past lines. */
const MAX_LINES = 1000

/** Interval of keep-alive messages in a stream. Real milliseconds. */
const KEEP_ALIVE = 58_000

/** Maximum number of lines buffered for a slow reader; further lines are counted and dropped. */
const MAX_BUFFERED = 1000

const NANOSECONDS = 1_000_000

/** Lines of a device as they are sent. One that writes its times in nanoseconds is not corrected. */
function wireLineOf(world: World, index: number): (line: LogLine) => WireLine {
  const isWrong = !world.isExternal(index) && deviceProfiles[world.column('persona')(index)].logsInNanoseconds
  return ({ at, createdAt, isSystem, isStdErr, serviceId, message }) => ({
    createdAt,
    timestamp: isWrong ? at * NANOSECONDS : at,
    isSystem,
    isStdErr,
    ...(serviceId === null ? {} : { serviceId }),
    message,
  })
}

/** The number of past lines; one that is no number has no effect. */
function countOf(url: URL, fallback: number): number {
  const text = url.searchParams.get('count')
  if (text === 'all') return MAX_LINES
  const count = Number.parseInt(text ?? '', 10)
  return Math.min(MAX_LINES, Number.isNaN(count) ? fallback : Math.max(0, count))
}

/** The time from which past lines are wanted: milliseconds or any date; undefined when it is missing or no time. */
function startOf(url: URL): number | undefined {
  const text = url.searchParams.get('start')
  if (text === null) return undefined
  const start = /^-?\d+$/.test(text) ? Number(text) : new Date(text).getTime()
  return Number.isNaN(start) ? undefined : start
}

/** Past lines are those from the start on. */
const since = (start: number | undefined) => (start === undefined ? {} : { after: start - 1 })

/** Streams past lines, and then each new line at its time. Ends when the body is cancelled or the request is aborted. */
function follow(
  context: RequestContext,
  index: number,
  past: { count: number; start: number | undefined },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { world } = context.store
  const { clock } = context.cloud
  const encoder = new TextEncoder()
  let last = context.now
  let suppressed = 0
  let sent = world.linesSince(index, 0).written
  let stop = () => {}

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        let cancelWake = () => {}
        const send = (line: WireLine) => {
          if ((controller.desiredSize ?? 0) <= 0) suppressed++
          else controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        }
        const reportSuppressed = () => {
          if (suppressed === 0 || (controller.desiredSize ?? 0) <= 0) return
          const message = `Warning: Suppressed ${suppressed} message(s) due to slow reading`
          suppressed = 0
          send({ createdAt: last, timestamp: last, isSystem: true, isStdErr: true, message })
        }
        const sendWritten = () => {
          const { lines, written } = world.linesSince(index, sent)
          sent = written
          for (const line of lines) send(wireLineOf(world, index)(line))
        }
        const catchUp = () => {
          const now = clock.now()
          if (now > world.now()) world.advanceTo(now)
          if (!world.exists(index)) return stop()
          reportSuppressed()
          if (world.isExternal(index)) sendWritten()
          else {
            for (const line of world.logs(index, { after: last, before: now, count: MAX_LINES })) {
              send(wireLineOf(world, index)(line))
            }
          }
          last = Math.max(last, now)
          wait()
        }
        const wait = () => {
          cancelWake()
          const next = world.exists(index) ? world.nextLogAt(index, last) : null
          cancelWake = next === null ? () => {} : clock.wakeAt(Math.max(next, last + 1), catchUp)
        }
        let ended = false
        const waitUnlessEnded = () => {
          if (ended) return
          if (world.exists(index) && world.isExternal(index)) catchUp()
          else wait()
        }
        const unwatch = world.watch(index, () => queueMicrotask(waitUnlessEnded))
        const alive = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode('\n'))
        }, KEEP_ALIVE)
        const offChange = clock.onChange(() => {
          if (!ended) catchUp()
        })
        stop = () => {
          if (ended) return
          ended = true
          clearInterval(alive)
          cancelWake()
          unwatch()
          offChange()
          try {
            controller.close()
          } catch {
            // The reader has already closed the stream.
          }
        }
        if (past.count > 0) {
          const window = { before: last, count: past.count, ...since(past.start) }
          for (const line of world.logs(index, window)) send(wireLineOf(world, index)(line))
        } else {
          // Some hosts send the headers only with the first byte of the body.
          controller.enqueue(encoder.encode('\n'))
        }
        for (const signal of [context.request.signal, context.cloud.ending])
          signal.addEventListener('abort', stop)
        wait()
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_BUFFERED }),
  )
}

export const logReadHandlers: Pick<ServiceHandlers<'logs'>, 'logs.read'> = {
  'logs.read'(context) {
    const { url, store, caller } = context
    if (caller.kind !== 'user') throw unauthorized()
    const index = deviceOfPath(context, (uuid) => new HttpError(404, `No device with uuid ${uuid}`))
    const stream = url.searchParams.get('stream')
    if (stream === '1' || stream === 'true') {
      const body = follow(context, index, { count: countOf(url, 0), start: startOf(url) })
      return { status: 200, kind: 'stream', stream: body, type: 'application/x-ndjson' }
    }
    const lines = store.world.logs(index, {
      count: countOf(url, MAX_LINES),
      ...since(startOf(url)),
    })
    return json<JsonOf<'logs.read', 200>>(lines.map(wireLineOf(store.world, index)))
  },
}
