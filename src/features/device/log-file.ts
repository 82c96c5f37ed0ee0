import type { DeviceLogLine } from '@/api/log-stream.ts'
import { plainText } from './ansi.ts'
import { sourceOf, type ServiceNames } from './log-words.ts'

/** Whether this browser can save a file that a page made. */
export function canSaveFiles(): boolean {
  return (
    typeof document !== 'undefined' &&
    typeof URL.createObjectURL === 'function' &&
    'download' in document.createElement('a')
  )
}

const part = (name: string) => name.replace(/[^A-Za-z0-9._-]/g, '-')

/** `{app}_{device}-{date}.txt`, lowercased; what a file name should not hold becomes a dash (spec 2 §9, decisions 27). */
export function logFileName(names: { fleet: string; device: string }, at: number): string {
  const date = new Date(at).toISOString().slice(0, 10)
  return `${part(names.fleet)}_${part(names.device)}-${date}.txt`.toLowerCase()
}

/** The lines as text: moment, source and message, one on each line. */
export function logFileText(lines: readonly DeviceLogLine[], names: ServiceNames): string {
  return lines
    .map((line) => {
      const at = new Date(line.timestamp).toISOString()
      return `${at} [${sourceOf(line, names)}] ${plainText(line.message)}\n`
    })
    .join('')
}

/** Hands a text to the browser as a file. */
export function saveTextFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by the next turn of its loop at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** A failure that means only that somebody stopped the saving (spec 2 §8). */
export function isDiscardedWrite(error: unknown): boolean {
  return error instanceof Error && /write data discarded/i.test(error.message)
}
