import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BLOCK = 512
/** The byte in a gzip header for the operating system; 255 is unknown. */
const SYSTEM = 9
const NO_SYSTEM = 255

/** The header of a file in a POSIX.1-1988 (ustar) archive, without owner and with a fixed time. */
function head(path: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for an archive`)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  const put = (text: string, offset: number) => block.write(text, offset)
  put(path, 0)
  put(octal(0o644, 8), 100)
  put(octal(0, 8), 108)
  put(octal(0, 8), 116)
  put(octal(size, 12), 124)
  put(octal(Math.floor(at.getTime() / 1000), 12), 136)
  put('        0', 148)
  put('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${octal(sum, 7)}\0 `, 148)
  return block
}

/**
 * Packs the files of a folder as .tar.gz, without a folder around them. The same files and time give the same bytes on every machine.
 * Files and folders that start with a dot are excluded.
 */
export function createArchive(folder: string, at: Date): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, inside: path.slice(folder.length + 1).replaceAll('\\', '/') }))
    .filter(({ inside }) => !inside.split('/').some((part) => part.startsWith('.')))
    .toSorted((one, other) => (one.inside < other.inside ? -1 : 1))
  const blocks = files.flatMap(({ path, inside }) => {
    const bytes = readFileSync(path)
    return [head(inside, bytes.length, at), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]
  })
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 })
  packed[SYSTEM] = NO_SYSTEM
  return packed
}
