import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The encodings by their names in HTTP, the better one first. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const TEXTS = new Set(['.css', '.html', '.js', '.json', '.md', '.mjs', '.svg', '.txt', '.webmanifest'])
/** Edited by hand after the build. */
const LEFT_ALONE = new Set(['config.json', 'build-time.json'])
/** Files that fit into one packet are not compressed. */
const MIN_BYTES = 1000
const AT_A_TIME = 8

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const smaller = {
  br: (text: Buffer) =>
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer) => zip(text, { level: 9 }),
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < MIN_BYTES) return
  for (const { name, suffix } of encodings) {
    const packed = await smaller[name](text)
    if (packed.length < text.length) await writeFile(`${path}${suffix}`, packed)
  }
}

/** Writes a `.br` and a `.gz` file for each text file of a build, if they are smaller. */
export async function compressFolder(folder: string): Promise<void> {
  const waiting = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => TEXTS.has(extname(name)) && !LEFT_ALONE.has(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await compressFile(path)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}

/** The encodings a client accepts according to its `Accept-Encoding`, the preferred one first. */
export function accepted(header: string | undefined): readonly (typeof encodings)[number][] {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  // The sort is stable: equal weights keep the order of `encodings`.
  return encodings
    .filter(({ name }) => weightOf(name) > 0)
    .toSorted((one, other) => weightOf(other.name) - weightOf(one.name))
}
