import type { DeviceLogLine } from '@/api/model.ts'
import { plainText } from '@/lib/ansi.ts'
import { isoTime } from '@/lib/format.ts'
import { fileName } from '@/lib/save-file.ts'
import { logSource, type ServiceNames } from './log-words.ts'

/**
 * `{app}_{device}-{date}.txt` in lower case. Characters not allowed in file names become dashes
 * (docs/decisions/product-rules.md, 27).
 */
export function logFileName(names: { fleet: string; device: string }, at: number): string {
  const date = isoTime(at)?.slice(0, 10) ?? ''
  return fileName(`${names.fleet}_${names.device}-${date}.txt`)
}

/** The lines as text: time, source and message. */
export function logFileText(lines: readonly DeviceLogLine[], names: ServiceNames): string {
  return lines
    .map((line) => {
      const at = isoTime(line.timestamp) ?? '–'
      return `${at} [${logSource(line, names)}] ${plainText(line.message)}\n`
    })
    .join('')
}

/** Whether an error only means that the user cancelled saving. */
export function isDiscardedWrite(error: unknown): boolean {
  return error instanceof Error && /write data discarded/i.test(error.message)
}
