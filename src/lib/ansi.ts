/** A run of text with one style. */
export interface AnsiRun {
  text: string
  /** Its index in the message. */
  at: number
  colour?: AnsiColour
  bold?: boolean
  dim?: boolean
  italic?: boolean
  underline?: boolean
}

export const ansiColours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
export type AnsiColour = (typeof ansiColours)[number]

type Look = Omit<AnsiRun, 'text' | 'at'>

const ESCAPE = '\u001b'
// SGR sequences are rendered; all other control sequences and characters are removed.
const sequences = new RegExp(
  `${ESCAPE}\\[([0-9;]*)m|${ESCAPE}\\[[0-?]*[ -/]*[@-~]|${ESCAPE}\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|${ESCAPE}.?|[\\u0000-\\u0008\\u000b-\\u001f\\u007f]`,
  'g',
)

/** Splits a log message into runs by its ANSI colours; other control sequences are removed. */
export function ansiRuns(message: string): AnsiRun[] {
  if (!needsParsing(message)) return [{ text: message, at: 0 }]
  const runs: AnsiRun[] = []
  let look: Look = {}
  let from = 0
  const add = (to: number) => {
    if (to > from) runs.push({ text: message.slice(from, to), at: from, ...look })
  }
  for (const match of message.matchAll(sequences)) {
    add(match.index)
    from = match.index + match[0].length
    if (match[1] !== undefined) look = restyled(look, match[1])
  }
  add(message.length)
  return runs
}

/** The message without control sequences, for filters and files. */
export function plainText(message: string): string {
  return needsParsing(message) ? message.replace(sequences, '') : message
}

function needsParsing(message: string): boolean {
  for (let at = 0; at < message.length; at += 1) {
    const code = message.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10) || code === 127) return true
  }
  return false
}

function restyled(before: Look, parameters: string): Look {
  const codes = parameters.split(';').map(Number)
  let look = before
  for (let nth = 0; nth < codes.length; nth += 1) {
    const code = codes[nth] ?? 0
    // 256-colour and true-colour sequences have parameters; their exact colour is not shown.
    if (code === 38 || code === 48) {
      nth += codes[nth + 1] === 2 ? 4 : 2
      continue
    }
    look = withCode(look, code)
  }
  return look
}

function withCode(look: Look, code: number): Look {
  if (code === 0) return {}
  if (code === 1) return { ...look, bold: true }
  if (code === 2) return { ...look, dim: true }
  if (code === 3) return { ...look, italic: true }
  if (code === 4) return { ...look, underline: true }
  if (code === 22) return { ...look, bold: false, dim: false }
  if (code === 23) return { ...look, italic: false }
  if (code === 24) return { ...look, underline: false }
  if (code === 39) {
    const { colour: _, ...rest } = look
    return rest
  }
  const colour = ansiColours[code >= 90 ? code - 90 : code - 30]
  const isForeground = (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
  return isForeground && colour ? { ...look, colour } : look
}
