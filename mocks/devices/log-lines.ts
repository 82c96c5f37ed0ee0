import type { ExternalLogLine } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { Handler, RequestContext } from '../http/request-context.ts'
import { deviceOfPath } from './device-access.ts'
import { ownDevice, replaceSimulated } from './state-report-handlers.ts'

/** Maximum number of lines in a batch, and of characters in a line (docs/platform/device-protocol.md). */
const MAX_BATCH = 10
const MAX_LINE_LENGTH = 10_000

/** The device of the path. Throws 401 unless the caller uses the key of this device. */
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
    message: message.slice(0, MAX_LINE_LENGTH),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400)
  }
}

/** The body as text, decompressed if necessary. */
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
  replaceSimulated(context.store, index)
  world.applyLogLines(index, lines)
}

/** Stores a JSON batch of lines. */
export const writeLines: Handler<'logs.write'> = async (context) => {
  const index = writer(context)
  const { logBatches, realNow } = context.cloud
  const wait = logBatches.take(String(index), realNow())
  if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  let text = ''
  for await (const chunk of chunks(context)) text += chunk
  const entries = parsed(text)
  if (!Array.isArray(entries) || entries.length > MAX_BATCH) throw new HttpError(400)
  takeLines(context, index, entries.map(lineOf))
  return empty(201)
}

/** Stores lines as they arrive in the body, one JSON object per line. */
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
