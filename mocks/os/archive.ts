import { crc32 } from '../base/crc32.ts'

type Bytes = Uint8Array<ArrayBuffer>

async function compressed(bytes: Bytes, format: 'gzip' | 'deflate-raw'): Promise<Bytes> {
  const body = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Compresses a file with gzip. */
export const gzip = (bytes: Bytes): Promise<Bytes> => compressed(bytes, 'gzip')

const DEFLATED = 8
/** 1980-01-01, the earliest date of the format: equal contents result in equal files. */
const NO_DATE = 0x21

function fields(...pairs: readonly (readonly [value: number, size: 2 | 4])[]): Bytes {
  const view = new DataView(new ArrayBuffer(pairs.reduce((sum, [, size]) => sum + size, 0)))
  let at = 0
  for (const [value, size] of pairs) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

function joined(parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** A ZIP archive of one file (APPNOTE 4.3). */
export async function zip(name: string, bytes: Bytes): Promise<Bytes> {
  const encoded = new TextEncoder().encode(name)
  const body = await compressed(bytes, 'deflate-raw')
  const about = [
    [20, 2],
    [0, 2],
    [DEFLATED, 2],
    [0, 2],
    [NO_DATE, 2],
    [crc32(bytes), 4],
    [body.length, 4],
    [bytes.length, 4],
    [encoded.length, 2],
    [0, 2],
  ] as const
  const local = joined([fields([0x04034b50, 4], ...about), encoded])
  const central = joined([
    fields([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [0, 4]),
    encoded,
  ])
  const offset = local.length + body.length
  const end = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [1, 2],
    [1, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  )
  return joined([local, body, central, end])
}
