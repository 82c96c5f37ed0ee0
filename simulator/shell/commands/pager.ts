import type { Steps } from '../kernel/kernel.ts'
import { readAll } from '../kernel/streams.ts'
import { options } from '../options.ts'
import { readTexts, type Process, type Program } from '../process.ts'
import { readKey } from './screen.ts'

/** Shows a text page by page; without a terminal it only passes the text on. */
function* less(process: Process): Steps<number> {
  const found = options(process.with(process.args.filter((it) => !it.startsWith('+'))), 'EFMmNSRXKi')
  if (!found) return 1
  if (found.rest.length === 0 && process.streams.in.isTerminal) return process.fail('missing filename')
  const { text, code } = yield* found.rest.length === 0
    ? (function* () {
        return { text: yield* readAll(process.streams.in), code: 0 }
      })()
    : readTexts(process, found.rest)
  if (code !== 0) return code
  if (!process.streams.out.isTerminal) {
    yield* process.print(text)
    return 0
  }
  const lines = text.replace(/\n$/, '').split('\n')
  if (found.has('F') && lines.length < process.rows) {
    process.out(text)
    return 0
  }
  const release = process.terminal.grab()
  let at = 0
  let message = ''
  let search: RegExp | null = null
  const height = () => Math.max(1, process.rows - 1)
  const most = () => Math.max(0, lines.length - height())
  const draw = () => {
    const shown = Array.from({ length: height() }, (_, i) => {
      const line = lines[at + i]
      if (line === undefined) return '~'
      const numbered = found.has('N') ? `${String(at + i + 1).padStart(7)} ${line}` : line
      return numbered.slice(0, process.cols)
    })
    const end =
      at >= most()
        ? '(END)'
        : `${found.rest[0] ?? ''} ${Math.min(100, Math.round(((at + height()) * 100) / lines.length))}%`
    process.out(`\x1b[H\x1b[2J${shown.join('\n')}\n\x1b[7m${message === '' ? end.trim() : message}\x1b[m`)
    message = ''
  }
  const jump = (forward: boolean) => {
    if (!search) return
    const test = search
    const order = lines.map((_, i) => i)
    const next = forward
      ? order.find((i) => i > at && test.test(lines[i] ?? ''))
      : order.findLast((i) => i < at && test.test(lines[i] ?? ''))
    if (next === undefined) message = 'Pattern not found'
    else at = Math.min(most(), next)
  }
  try {
    process.out('\x1b[?1049h')
    for (;;) {
      draw()
      const key = yield* readKey(process)
      if (key === 'q' || key === 'Q' || key === '\x03') return 0
      if (key === ' ' || key === 'f' || key === '\x06' || key === '\x1b[6~')
        at = Math.min(most(), at + height())
      else if (key === 'b' || key === '\x02' || key === '\x1b[5~') at = Math.max(0, at - height())
      else if (key === 'j' || key === '\r' || key === '\x1b[B' || key === '\x1bOB')
        at = Math.min(most(), at + 1)
      else if (key === 'k' || key === '\x1b[A' || key === '\x1bOA') at = Math.max(0, at - 1)
      else if (key === 'd' || key === '\x04') at = Math.min(most(), at + (height() >> 1))
      else if (key === 'u' || key === '\x15') at = Math.max(0, at - (height() >> 1))
      else if (key === 'g' || key === '<' || key === '\x1b[H') at = 0
      else if (key === 'G' || key === '>' || key === '\x1b[F') at = most()
      else if (key === 'n') jump(true)
      else if (key === 'N') jump(false)
      else if (key === '/') {
        const pattern = yield* prompt(process, '/')
        try {
          if (pattern !== null && pattern !== '') search = new RegExp(pattern, found.has('i') ? 'i' : '')
          jump(true)
        } catch {
          message = 'Invalid pattern'
        }
      }
    }
  } finally {
    release()
    process.out('\x1b[?1049l')
  }
}

/** Reads a line at the bottom of the screen; null when it is given up. */
export function* prompt(process: Process, mark: string): Steps<string | null> {
  let line = ''
  for (;;) {
    process.out(`\x1b[${process.rows};1H\x1b[K${mark}${line}`)
    const key = yield* readKey(process)
    if (key === '\r' || key === '\n') return line
    if (key === '\x1b' || key === '\x03') return null
    if (key === '\x7f' || key === '\b') {
      if (line === '') return null
      line = line.slice(0, -1)
    } else if (key >= ' ' && !key.startsWith('\x1b')) line += key
  }
}

export const pagerPrograms: Record<string, Program> = { less, more: less }
