/** A reference to an earlier line that is not there. */
export class NoEvent extends Error {}

/** The words of a line, with quotes kept together. */
const wordsOf = (line: string): string[] => line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? []

/** Replaces `!!`, `!$`, `!-2`, `!text` and `^old^new` by what earlier lines say, as bash does at a terminal. */
export function expandHistory(line: string, lines: readonly string[], isPosix = false): string {
  const quick = /^\^([^^]+)\^([^^]*)\^?(.*)$/s.exec(line)
  if (quick) {
    const [, old = '', next = '', rest = ''] = quick
    const last = lines.at(-1)
    if (last === undefined || !last.includes(old))
      throw new NoEvent(':s^'.concat(old, '^', next, ': substitution failed'))
    return last.replace(old, () => next) + rest
  }
  let text = ''
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (char === '\\' && quote !== "'") {
      text += char + (line[++at] ?? '')
      continue
    }
    if (char === "'" && quote !== '"') quote = quote === "'" ? '' : "'"
    else if (char === '"' && quote !== "'") quote = quote === '"' ? '' : '"'
    const next = line[at + 1] ?? ''
    // Called as sh, it leaves what is quoted alone.
    // `${!name}`, `$!` and `[!a]` mean something else.
    const isOther = /\$\{?$|\[$/.test(line.slice(0, at))
    const isKept = quote === "'" || (isPosix && quote === '"') || isOther
    if (char !== '!' || isKept || /[\s=(]/.test(next) || next === '' || (next === '"' && quote === '"')) {
      text += char
      continue
    }
    const reference = /^!(!|-?\d+|\?[^?\n]+\??|[$^*](?!\w)|[^\s:;|&()<>"'!$^*?-][^\s:;|&()<>"'^$*]*)/.exec(
      line.slice(at),
    )
    if (!reference) {
      text += char
      continue
    }
    const [whole, event = ''] = reference
    at += whole.length - 1
    const isWord = /^[$^*]$/.test(event)
    const found = isWord ? lines.at(-1) : lineOf(event, lines)
    if (found === undefined) throw new NoEvent(`${whole}: event not found`)
    const designator = /^:(\d+(?:-\d*)?|[$^*])|^([$^*])/.exec(line.slice(at + 1))
    if (!isWord && designator) at += designator[0].length
    text += isWord
      ? partOf(found, event)
      : designator
        ? partOf(found, designator[1] ?? designator[2] ?? '')
        : found
  }
  return text
}

function lineOf(event: string, lines: readonly string[]): string | undefined {
  if (event === '!') return lines.at(-1)
  if (/^-\d+$/.test(event)) return lines.at(Number(event))
  if (/^\d+$/.test(event)) return lines[Number(event) - 1]
  if (event.startsWith('?')) return lines.findLast((it) => it.includes(event.replace(/^\?|\?$/g, '')))
  return lines.findLast((it) => it.startsWith(event))
}

/** The words that `$`, `^`, `*`, `2` or `1-3` means. */
function partOf(line: string, part: string): string {
  const words = wordsOf(line)
  if (part === '$') return words.at(-1) ?? ''
  if (part === '^') return words[1] ?? ''
  if (part === '*') return words.slice(1).join(' ')
  const [from = 0, to = from] = part.split('-').map((it) => (it === '' ? words.length - 2 : Number(it)))
  if (to >= words.length || from > to) throw new NoEvent(`:${part}: bad word specifier`)
  return words.slice(from, to + 1).join(' ')
}
