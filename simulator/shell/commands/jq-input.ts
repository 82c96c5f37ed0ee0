const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** What jq says of a text that is no JSON: the first problem, with its place. */
export function jsonProblem(text: string): string {
  let line = 1
  let column = 0
  const stack: { closes: ']' | '}'; hasKey: boolean; needsMore: boolean }[] = []
  let hasValue = false
  let token = ''
  const literal = (): string | null => {
    if (token === '') return null
    const wanted = LITERALS[token[0] ?? '']
    const isNumber = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$|^nan$/.test(token)
    const problem = hasValue
      ? 'Expected separator between values'
      : isNumber || token === wanted
        ? null
        : wanted === undefined
          ? 'Invalid numeric literal'
          : 'Invalid literal'
    token = ''
    if (problem === null) took()
    return problem
  }
  const took = () => {
    const top = stack.at(-1)
    hasValue = top !== undefined
    if (top) top.needsMore = false
  }
  const structure = (char: string): string | null => {
    const top = stack.at(-1)
    switch (char) {
      case '[':
      case '{':
        if (hasValue) return 'Expected separator between values'
        stack.push({ closes: char === '[' ? ']' : '}', hasKey: false, needsMore: false })
        return null
      case ':':
        if (!top || top.closes === ']') return "':' not as part of an object"
        if (!hasValue) return "Expected string key before ':'"
        if (top.hasKey) return "':' should follow a key"
        Object.assign(top, { hasKey: true, needsMore: true })
        hasValue = false
        return null
      case ',':
        if (!top) return "Expected value before ','"
        if (!hasValue) return "Expected value before ','"
        if (top.closes === '}' && !top.hasKey) return 'Objects must consist of key:value pairs'
        Object.assign(top, { hasKey: false, needsMore: true })
        hasValue = false
        return null
    }
    if (top?.closes !== char) return `Unmatched '${char}'`
    if (top.needsMore)
      return char === ']' ? 'Expected another array element' : 'Expected another key-value pair'
    if (char === '}' && hasValue && !top.hasKey) return 'Objects must consist of key:value pairs'
    stack.pop()
    took()
    return null
  }
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    column++
    if (char === '\n') {
      line++
      column = 0
    }
    const place = ` at line ${line}, column ${column}`
    if (inText) {
      if (char === '\\') {
        at++
        column++
      } else if (char === '"') {
        inText = false
        took()
      }
      continue
    }
    if (/[\s[\]{}:,"]/.test(char)) {
      const problem = literal()
      if (problem !== null) return problem + place
      if (/\s/.test(char)) continue
      if (char === '"') {
        if (hasValue) return `Expected separator between values${place}`
        inText = true
        continue
      }
      const other = structure(char)
      if (other !== null) return other + place
    } else token += char
  }
  const place = ` at EOF at line ${line}, column ${column}`
  if (inText) return `Unfinished string${place}`
  const problem = literal()
  if (problem !== null) return problem + place
  return `Unfinished JSON term${place}`
}
