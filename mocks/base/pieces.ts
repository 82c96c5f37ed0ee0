type Bytes = Uint8Array<ArrayBuffer>

const CHUNK = 65_536

/** Streams bytes in chunks, on demand. */
export function inChunks(bytes: Bytes): ReadableStream<Bytes> {
  let at = 0
  return new ReadableStream<Bytes>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + CHUNK))
      at += CHUNK
    },
  })
}
