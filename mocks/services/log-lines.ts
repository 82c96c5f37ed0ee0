import type { ExternalLogLine } from '../../simulator/world.ts'
import { HttpError } from '../odata/http-error.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { Handler, RequestContext } from '../http/request-context.ts'
import { deviceOfPath } from './device-access.ts'
import { ownDevice, takeOver } from './state-report-handlers.ts'

/** Lines of one batch, and characters of one line (docs/platform/device-protocol.md). */
const MOST_IN_BATCH = 10
const LONGEST_LINE = 10_000

/** The device of the path, with its own key. */
function writer(context: RequestContext): number {
  const index = deviceOfPath(context, (uuid) => new HttpError(404, `No device with uuid ${uuid}`))
  if (ownDevice(context) !== index) throw new HttpError(401)
  return index
}

function lineOf(entry: unknown): ExternalLogLine {
  if (!isJsonObject(entry)) throw new HttpError(400)
  const { timestamp, message, isSystem, isStdErr, serviceId } = entry
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || typeof message !== 'string') {
    throw new HttpError(400)
  }
  return {
    at: timestamp,
    isSystem: isSystem === true,
    isStdErr: isStdErr === true,
    serviceId: typeof serviceId === 'number' ? serviceId : null,
    message: message.slice(0, LONGEST_LINE),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400)
  }
}

/** The body as text, unpacked when it is gzipped. */
function textStream({ request }: RequestContext): ReadableStream<string> {
  const body = request.body
  if (body === null) throw new HttpError(400)
  const gzipped = /^gzip$/i.test(request.headers.get('content-encoding') ?? '')
  const bytes = gzipped ? body.pipeThrough(new DecompressionStream('gzip')) : body
  return bytes.pipeThrough(new TextDecoderStream())
}

async function* chunks(context: RequestContext): AsyncGenerator<string> {
  const reader = textStream(context).getReader()
  for (;;) {
    const next = await reader.read().catch(() => {
      throw new HttpError(400)
    })
    if (next.done) return
    yield next.value
  }
}

function takeLines(context: RequestContext, index: number, lines: readonly ExternalLogLine[]): void {
  const { world } = context.store
  const now = context.cloud.clock.now()
  if (!world.exists(index)) throw new HttpError(404)
  if (now > world.now()) world.advanceTo(now)
  takeOver(context.store, index)
  world.applyLogLines(index, lines)
}

/** A batch of lines as JSON. */
export const writeLines: Handler<'logs.write'> = async (context) => {
  const index = writer(context)
  const { logBatches, realNow } = context.cloud
  const wait = logBatches.take(String(index), realNow())
  if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  let text = ''
  for await (const chunk of chunks(context)) text += chunk
  const entries = parsed(text)
  if (!Array.isArray(entries) || entries.length > MOST_IN_BATCH) throw new HttpError(400)
  takeLines(context, index, entries.map(lineOf))
  return empty(201)
}

/** Lines as they are written, one JSON object each, for as long as the request lasts. */
export const writeLineStream: Handler<'logs.writeStream'> = async (context) => {
  const type = context.request.headers.get('content-type') ?? ''
  const index = writer(context)
  if (!/^application\/(?:x-)?ndjson\b/i.test(type)) throw new HttpError(415)
  let rest = ''
  for await (const chunk of chunks(context)) {
    const pieces = `${rest}${chunk}`.split('\n')
    rest = pieces.pop() ?? ''
    const lines = pieces.filter((piece) => piece.trim() !== '').map((piece) => lineOf(parsed(piece)))
    if (lines.length > 0) takeLines(context, index, lines)
  }
  if (rest.trim() !== '') takeLines(context, index, [lineOf(parsed(rest))])
  return empty(201)
}
