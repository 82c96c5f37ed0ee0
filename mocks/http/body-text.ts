import { errorPage, HttpError, MAX_BODY_BYTES, payloadTooLarge } from '../base/http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The encodings that every engine decompresses. The platform also accepts `br`. */
const COMPRESSED = ['gzip', 'deflate'] as const

/**
 * The body as text, decompressed if necessary. Throws like the platform's web server: 400 for what cannot be decompressed, also when it
 * is incomplete or empty, 413 for too much, and 415 for another encoding.
 */
export async function bodyText(request: Request): Promise<string> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').toLowerCase()
  if (encoding === 'identity') {
    const text = await request.text()
    if (text.length > MAX_BODY_BYTES) throw payloadTooLarge()
    return text
  }
  const format = COMPRESSED.find((one) => one === encoding)
  if (format === undefined) throw errorPage(415, 'Unsupported Media Type')
  if (request.body === null) throw errorPage(400, 'Bad Request')
  const reader = request.body
    // Otherwise the connection would end before the response is sent.
    .pipeThrough(new DecompressionStream(format), { preventCancel: true })
    .getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof HttpError ? error : errorPage(400, 'Bad Request')
    })
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > MAX_BODY_BYTES) {
      void reader.cancel().catch(() => {})
      throw payloadTooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** What engines say of compressed input that ends too early, and of what cannot be decompressed. */
const IS_CUT_OFF = /end of file|unexpected end|truncated/i
const IS_BROKEN = /incorrect (?:header|data|length) check|invalid [a-z/ ]+/

function saidBy(error: unknown): string {
  return error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
    : ''
}

/** Decompresses a stream that may end at any time: what has arrived is unpacked. Throws the reason when it is no gzip stream. */
export async function* gunzipped(body: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  const source = body.getReader()
  let lost: Error | undefined
  const feed = async () => {
    for (;;) {
      const { done, value } = await source.read().catch((error: unknown) => {
        lost = error instanceof Error ? error : new Error('The body was not sent completely')
        throw lost
      })
      // Waits until everything so far has been read: an error discards what has not.
      await writer.ready
      if (done) return writer.close()
      await writer.write(value)
    }
  }
  feed().catch(async (error: unknown) => writer.abort(error).catch(() => {}))
  const reader = readable.getReader()
  try {
    for (;;) {
      const next = await reader.read().catch((error: unknown) => {
        if (lost !== undefined) throw lost
        if (IS_CUT_OFF.test(saidBy(error))) return null
        throw new Error(IS_BROKEN.exec(saidBy(error))?.[0] ?? 'incorrect header check')
      })
      if (next === null || next.done) return
      yield next.value
    }
  } finally {
    // Who stops reading wants no more to be unpacked.
    void writer.abort().catch(() => {})
  }
}

/** The chunks of a stream; not all engines can iterate it. */
export async function* chunksOf(body: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
