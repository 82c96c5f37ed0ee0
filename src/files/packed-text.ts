import { fileText } from '@/messages/common/files.ts'

/** A text that `unpackText` cannot read, with a readable message. */
export class PackedTextProblem extends Error {
  override readonly name = 'PackedTextProblem'
}

/** Compresses a text for the fragment of a URL: deflated, in base64url. The result is the same on every machine. */
export async function packText(text: string): Promise<string> {
  const packed = new Response(new Response(text).body?.pipeThrough(new CompressionStream('deflate')))
  let bytes = ''
  for (const byte of new Uint8Array(await packed.arrayBuffer())) bytes += String.fromCharCode(byte)
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decompresses a text. The input is untrusted: a few bytes can expand to gigabytes, so reading stops at `mostBytes`.
 * Throws PackedTextProblem when it is truncated, invalid or longer.
 */
export async function unpackText(packed: string, mostBytes: number): Promise<string> {
  if (packed === '' || !/^[\w-]+$/.test(packed)) throw new PackedTextProblem(fileText.linkIncomplete)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let left = mostBytes
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const reader = slices(bytes).pipeThrough(new DecompressionStream('deflate')).getReader()
    for (let read = await reader.read(); read.value !== undefined && left >= 0; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true })
      left -= read.value.length
    }
    if (left >= 0) return text + decoder.decode()
    void reader.cancel()
  } catch {
    throw new PackedTextProblem(fileText.linkIncomplete)
  }
  throw new PackedTextProblem(fileText.linkTooLong)
}

/** A stream inflates each chunk whole before it can be stopped, and deflate shrinks a thousand times at most. */
const SLICE_BYTES = 256

/** The bytes in slices, each only when the one before it is read. */
function slices(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, (at += SLICE_BYTES)))
      },
    },
    { highWaterMark: 0 },
  )
}
