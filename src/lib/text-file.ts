/**
 * The text of a file in UTF-8, or in UTF-16 as its first bytes tell, which Windows programs write. Null for other encodings, whose
 * letters would silently become others, and for files that are no text.
 */
export function decodedText(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  try {
    const text = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', {
      fatal: true,
    }).decode(bytes)
    // A text file has no zero characters; an image or a program has.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** The text of a file, or why there is none: it cannot be read any more, or is in another encoding or no text at all. */
export type ReadFile =
  | { text: string; problem?: undefined }
  | { text?: undefined; problem: 'unreadable' | 'encoding' }

/** Reads a file that a person chose. It may have been moved, or not be readable, since. */
export async function readTextFile(file: Pick<Blob, 'arrayBuffer'>): Promise<ReadFile> {
  try {
    const text = decodedText(await file.arrayBuffer())
    return text === null ? { problem: 'encoding' } : { text }
  } catch {
    return { problem: 'unreadable' }
  }
}
