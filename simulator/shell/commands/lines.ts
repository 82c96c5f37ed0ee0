import type { Steps } from '../kernel/kernel.ts'
import { readLine } from '../kernel/streams.ts'
import { inputs, type Process } from '../process.ts'

export interface Lines {
  /** The next line with its end; null after the last of all files. */
  read(): Steps<string | null>
  /** Whether a file was missing. */
  missing: boolean
  /** The path of the file of the last line. */
  path(): string
}

/** Reads the lines of several files, one after the other. */
export function lineReader(process: Process, paths: readonly string[]): Lines {
  const files = inputs(process, paths)
  let at = 0
  return {
    missing: files.missing === true,
    path: () => files[at]?.path ?? '',
    *read() {
      for (;;) {
        const file = files[at]
        if (!file) return null
        const line = yield* readLine(file.input)
        if (line !== null) return line
        at++
      }
    },
  }
}

/** The exit code at the end of the lines. */
export function endCode(lines: Lines): number {
  return lines.missing ? 1 : 0
}

export function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line
}
