import type { ExternalLogLine } from '../../simulator/world/world.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { frozenDevice } from '../billing/allowance.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { Handler, JsonObject, RequestContext } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { requireOnDevice } from './device-access.ts'
import { replaceSimulated, requireKey } from './state-report-handlers.ts'

/** Maximum number of lines in a batch, and of characters in a line (docs/platform/device-protocol.md). */
const MAX_BATCH = 10
const MAX_LINE_LENGTH = 10_000

/** The device of the path. Throws 401 when there is none, when it is frozen, and unless the caller uses its key. */
function deviceToWrite({ store, params }: RequestContext): number {
  const index = store.world.indexOfUuid(params['uuid'] ?? '')
  if (index < 0 || frozenDevice(store)(index)) throw unauthorized()
  return index
}

function requireWriter(context: RequestContext, index: number): void {
  requireKey(context)
  requireOnDevice(context.access, 'resin.device.write-log', index)
}

/** Why an entry is no log line; undefined when it is one. */
function problemOf({ timestamp, message, serviceId }: JsonObject): string | undefined {
  if (typeof message !== 'string') return 'DeviceLog message must be string'
  if (typeof timestamp !== 'number') return 'DeviceLog timestamp must be number'
  if (serviceId !== undefined && typeof serviceId !== 'number') {
    return 'DeviceLog serviceId must be number or undefined'
  }
  return undefined
}

/** A line of a device itself; those of its former dependent devices, which have a UUID, are dropped. */
function lineOf({ timestamp, message, isSystem, isStdErr, serviceId, uuid }: JsonObject): ExternalLogLine[] {
  if (uuid !== undefined && uuid !== '') return []
  return [
    {
      at: Number(timestamp),
      isSystem: isSystem === true,
      isStdErr: isStdErr === true,
      serviceId: typeof serviceId === 'number' ? serviceId : null,
      message: String(message).slice(0, MAX_LINE_LENGTH),
    },
  ]
}

const isFlag = (value: unknown) => value === undefined || typeof value === 'boolean'

/** The lines of a batch. Throws 400 if it is not one. */
function linesOf(entries: unknown): ExternalLogLine[] {
  if (!Array.isArray(entries)) throw new HttpError(400)
  const lines = (entries as unknown[]).map((entry) => {
    const isLine = isJsonObject(entry) && problemOf(entry) === undefined
    if (!isLine || !isFlag(entry['isSystem']) || !isFlag(entry['isStdErr'])) throw new HttpError(400)
    return entry
  })
  if (lines.length > MAX_BATCH) {
    throw new HttpError(400, `Batches cannot include more than ${MAX_BATCH} logs`)
  }
  return lines.flatMap(lineOf)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The lines in a row of a stream; a row that is no log line is dropped. Throws 400 unless it is JSON. */
function rowOf(row: string): ExternalLogLine[] {
  let entry: unknown
  try {
    entry = JSON.parse(row)
  } catch {
    const text = `Could not parse row ${row.slice(0, 50)}...`
    const escaped = text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    throw new HttpError(400, escaped, { 'Content-Type': 'text/html; charset=utf-8' })
  }
  return isJsonObject(entry) && problemOf(entry) === undefined ? lineOf(entry) : []
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
  if (!world.exists(index)) throw unauthorized()
  if (now > world.now()) world.advanceTo(now)
  replaceSimulated(context.store, index)
  world.applyLogLines(index, lines)
}

/** Stores a JSON batch of lines. */
const writeLines: Handler<'logs.write'> = async (context) => {
  const index = deviceToWrite(context)
  const { logBatches, realNow } = context.cloud
  const wait = logBatches.take(String(index), realNow())
  if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  requireKey(context)
  let text = ''
  for await (const chunk of chunks(context)) text += chunk
  const lines = linesOf(parsed(text))
  if (lines.length === 0) return empty(201)
  requireWriter(context, index)
  takeLines(context, index, lines)
  return empty(201)
}

const STREAM_TYPE = 'application/x-ndjson'

/** Stores lines as they arrive in the body, one JSON object per line. */
const writeLineStream: Handler<'logs.writeStream'> = async (context) => {
  const index = deviceToWrite(context)
  requireWriter(context, index)
  if (context.request.headers.get('content-type') !== STREAM_TYPE) {
    throw new HttpError(415, `Streaming requests require Content-Type ${STREAM_TYPE}`)
  }
  let rest = ''
  const take = (rows: readonly string[]) => {
    const lines = rows.filter((row) => row.trim() !== '').flatMap(rowOf)
    if (lines.length > 0) takeLines(context, index, lines)
  }
  for await (const chunk of chunks(context)) {
    const pieces = `${rest}${chunk}`.split('\n')
    rest = pieces.pop() ?? ''
    take(pieces)
  }
  take([rest])
  return empty(201)
}

export const logWriteHandlers: Pick<ServiceHandlers<'logs'>, 'logs.write' | 'logs.writeStream'> = {
  'logs.write': writeLines,
  'logs.writeStream': writeLineStream,
}
