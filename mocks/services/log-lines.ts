import type { OutsideLine } from '../../simulator/world.ts'
import { Refusal } from '../odata/http-error.ts'
import { empty, isJsonObject } from '../http/request-context.ts'
import type { Answer, Call } from '../http/request-context.ts'
import { deviceOfPath } from './device-access.ts'
import { ownDevice, takeOver } from './state-report-handlers.ts'

/** Lines of one batch, and characters of one line (wire 10.7). */
const MOST_IN_BATCH = 10
const LONGEST_LINE = 10_000

/** The device of the path, with its own key. */
function writer(call: Call): number {
  const index = deviceOfPath(call, (uuid) => new Refusal(404, `No device with uuid ${uuid}`))
  if (ownDevice(call) !== index) throw new Refusal(401)
  return index
}

function lineOf(entry: unknown): OutsideLine {
  if (!isJsonObject(entry)) throw new Refusal(400)
  const { timestamp, message, isSystem, isStdErr, serviceId } = entry
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || typeof message !== 'string') {
    throw new Refusal(400)
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
    throw new Refusal(400)
  }
}

/** The body as text, unpacked when it is gzipped. */
function textStream({ request }: Call): ReadableStream<string> {
  const body = request.body
  if (body === null) throw new Refusal(400)
  const gzipped = /^gzip$/i.test(request.headers.get('content-encoding') ?? '')
  const bytes = gzipped ? body.pipeThrough(new DecompressionStream('gzip')) : body
  return bytes.pipeThrough(new TextDecoderStream())
}

async function* chunks(call: Call): AsyncGenerator<string> {
  const reader = textStream(call).getReader()
  for (;;) {
    const next = await reader.read().catch(() => {
      throw new Refusal(400)
    })
    if (next.done) return
    yield next.value
  }
}

function takeLines(call: Call, index: number, lines: readonly OutsideLine[]): void {
  const { world } = call.store
  const now = call.cloud.clock.now()
  if (!world.exists(index)) throw new Refusal(404)
  if (now > world.now()) world.advanceTo(now)
  takeOver(call.store, index)
  world.hearLines(index, lines)
}

/** A batch of lines as JSON. */
export async function writeLines(call: Call): Promise<Answer> {
  const index = writer(call)
  const { logBatches, realNow } = call.cloud
  const wait = logBatches.take(String(index), realNow())
  if (wait !== undefined) throw new Refusal(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  let text = ''
  for await (const chunk of chunks(call)) text += chunk
  const entries = parsed(text)
  if (!Array.isArray(entries) || entries.length > MOST_IN_BATCH) throw new Refusal(400)
  takeLines(call, index, entries.map(lineOf))
  return empty(201)
}

/** Lines as they are written, one JSON object each, for as long as the request lasts. */
export async function writeLineStream(call: Call): Promise<Answer> {
  const type = call.request.headers.get('content-type') ?? ''
  const index = writer(call)
  if (!/^application\/(?:x-)?ndjson\b/i.test(type)) throw new Refusal(415)
  let rest = ''
  for await (const chunk of chunks(call)) {
    const pieces = `${rest}${chunk}`.split('\n')
    rest = pieces.pop() ?? ''
    const lines = pieces.filter((piece) => piece.trim() !== '').map((piece) => lineOf(parsed(piece)))
    if (lines.length > 0) takeLines(call, index, lines)
  }
  if (rest.trim() !== '') takeLines(call, index, [lineOf(parsed(rest))])
  return empty(201)
}
