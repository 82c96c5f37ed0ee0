import type { ExternalLogLine } from '../../simulator/world/world.ts'
import { errorPage, HttpError, MAX_BODY_BYTES, payloadTooLarge, unauthorized } from '../base/http-error.ts'
import { frozenDevice } from '../billing/allowance.ts'
import { bodyText, chunksOf, gunzipped } from '../http/body-text.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { Handler, JsonObject, RequestContext } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Store } from '../store/store.ts'
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

const parsed = (text: string, { platform }: Store): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw platform.name === 'open' ? errorPage(400, 'Bad Request') : new HttpError(400)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const malformedStream = (reason: string) =>
  new HttpError(
    400,
    reason.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character),
    { 'Content-Type': 'text/html; charset=utf-8' },
  )

/** The lines in a row of a stream; a row that is no log line is dropped. Undefined unless it is JSON. */
function rowOf(row: string): ExternalLogLine[] | undefined {
  if (row.trim() === '') return []
  try {
    const entry: unknown = JSON.parse(row)
    return isJsonObject(entry) && problemOf(entry) === undefined ? lineOf(entry) : []
  } catch {
    return undefined
  }
}

/** The rows of a stream, and then what follows its last line break. Only `gzip`, written like this, is decompressed. */
async function* rowsOf({ request }: RequestContext): AsyncGenerator<{ rows: string[]; isLast: boolean }> {
  const { body } = request
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  const isCompressed = request.headers.get('content-encoding') === 'gzip'
  try {
    for await (const chunk of isCompressed ? gunzipped(body) : chunksOf(body)) {
      const rows = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = rows.pop() ?? ''
      if (rest.length > MAX_BODY_BYTES) throw payloadTooLarge()
      yield { rows, isLast: false }
    }
  } catch (error) {
    throw error instanceof HttpError ? error : malformedStream(error instanceof Error ? error.message : '')
  }
  yield { rows: [rest + decoder.decode()], isLast: true }
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
  const text = await bodyText(context.request)
  const lines = linesOf(parsed(text, context.store))
  if (lines.length === 0) return empty(201)
  requireWriter(context, index)
  takeLines(context, index, lines)
  return empty(201)
}

const STREAM_TYPE = 'application/x-ndjson'

/**
 * Stores lines as they arrive in the body, one JSON object per line. Like on the platform, a stream may end at any time: a row or a
 * compressed block that is incomplete is dropped. Throws 400 at the first other row that is not JSON, and keeps those before.
 */
const writeLineStream: Handler<'logs.writeStream'> = async (context) => {
  const index = deviceToWrite(context)
  requireWriter(context, index)
  if (context.request.headers.get('content-type') !== STREAM_TYPE) {
    throw new HttpError(415, `Streaming requests require Content-Type ${STREAM_TYPE}`)
  }
  for await (const { rows, isLast } of rowsOf(context)) {
    const read = rows.map(rowOf)
    const wrong = read.indexOf(undefined)
    const lines = (wrong < 0 ? read : read.slice(0, wrong)).flatMap((row) => row ?? [])
    if (lines.length > 0) takeLines(context, index, lines)
    if (wrong >= 0 && !isLast) {
      throw malformedStream(`Could not parse row ${(rows[wrong] ?? '').slice(0, 50)}...`)
    }
  }
  return empty(201)
}

export const logWriteHandlers: Pick<ServiceHandlers<'logs'>, 'logs.write' | 'logs.writeStream'> = {
  'logs.write': writeLines,
  'logs.writeStream': writeLineStream,
}
