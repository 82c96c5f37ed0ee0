import type { Steps } from '../kernel/kernel.ts'
import type { Process } from '../process.ts'

const FILE_INTERVAL_MS = 1000

/** Prints what is appended to files until it is interrupted. */
export function* followFile(process: Process, paths: readonly string[]): Steps<void> {
  const lengths = new Map<string, number>()
  const textOf = (path: string) => {
    const node = process.find(path)
    return node?.kind === 'file' ? node.text() : ''
  }
  for (const path of paths) lengths.set(path, textOf(path).length)
  let shown = paths.at(-1)
  for (;;) {
    yield* process.sleep(FILE_INTERVAL_MS)
    for (const path of paths) {
      const text = textOf(path)
      const before = lengths.get(path) ?? 0
      if (text.length === before) continue
      lengths.set(path, text.length)
      if (paths.length > 1 && shown !== path) process.out(`\n==> ${path} <==\n`)
      shown = path
      yield* process.print(text.length > before ? text.slice(before) : text)
    }
  }
}
