/** What `packText` wrote and `unpackText` cannot read, for people. */
export class PackedTextProblem extends Error {
  override readonly name = 'PackedTextProblem'
}

/** Text as it fits in the fragment of an address: deflated, as base64url. Every machine packs and unpacks the same. */
export async function packText(text: string): Promise<string> {
  const packed = new Response(new Response(text).body?.pipeThrough(new CompressionStream('deflate')))
  let bytes = ''
  for (const byte of new Uint8Array(await packed.arrayBuffer())) bytes += String.fromCharCode(byte)
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * The text that was packed. Anybody may have written it: a few bytes unfold into gigabytes, so it is read no further
 * than `mostBytes`.
 * @throws PackedTextProblem when it is cut, no such text at all, or longer.
 */
export async function unpackText(packed: string, mostBytes: number): Promise<string> {
  if (packed === '' || !/^[\w-]+$/.test(packed)) throw new PackedTextProblem('The link is incomplete')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let left = mostBytes
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const reader = new Response(bytes).body?.pipeThrough(new DecompressionStream('deflate')).getReader()
    for (
      let read = await reader?.read();
      read?.value !== undefined && left >= 0;
      read = await reader?.read()
    ) {
      text += decoder.decode(read.value, { stream: true })
      left -= read.value.length
    }
    if (left >= 0) return text + decoder.decode()
    void reader?.cancel()
  } catch {
    throw new PackedTextProblem('The link is incomplete')
  }
  throw new PackedTextProblem('What the link holds is too long')
}
