/** A token of a query with its position. */
export interface Token {
  kind: 'word' | 'quoted' | 'operator' | 'open' | 'close' | 'comma'
  /** Without quotes and escapes. */
  text: string
  from: number
  to: number
}

const OPERATOR = /!=|!~|\^=|<=|>=|[=~<>]/y
const WORD = /(?:[^\s()"=!~<>,^]|!(?![=~])|\^(?!=))+/y
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
const SPACE = /\s+/y

const single: Readonly<Record<string, Token['kind']>> = { '(': 'open', ')': 'close', ',': 'comma' }

/** Splits a text into tokens. At an unclosed quote, it stops and reports the position. */
export function readTokens(text: string): { tokens: Token[]; unclosed?: number } {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const space = match(SPACE)
    if (space) {
      at += space[0].length
      continue
    }
    const from = at
    const kind = single[text.charAt(at)]
    if (kind !== undefined) {
      at += 1
      tokens.push({ kind, text: text.slice(from, at), from, to: at })
      continue
    }
    const operator = match(OPERATOR)
    if (operator) {
      at += operator[0].length
      tokens.push({ kind: 'operator', text: operator[0], from, to: at })
      continue
    }
    const quoted = match(QUOTED)
    if (quoted) {
      at += quoted[0].length
      tokens.push({ kind: 'quoted', text: unescaped(quoted[1] ?? ''), from, to: at })
      continue
    }
    const word = match(WORD)
    if (!word) return { tokens, unclosed: from }
    at += word[0].length
    // The key of a tag can be quoted: tag."two words".
    const key = /^tag\.$/i.test(word[0]) ? match(QUOTED) : null
    if (key) at += key[0].length
    tokens.push({ kind: 'word', text: word[0] + unescaped(key?.[1] ?? ''), from, to: at })
  }
  return { tokens }
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/gs, '$1')
