/** Quotes a word where the shell would need it, or always. */
export function shellQuoted(word: string, always = false): string {
  if (!always && /^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** As `printf %q` and `${name@Q}`: `byBackslash` for the first, which quotes each character. */
export function quotedForInput(word: string, byBackslash: boolean): string {
  if (/[\x00-\x1f\x7f]/.test(word)) {
    const shown = word.replace(/[\\'\x00-\x1f\x7f]/g, (char) => {
      const named: Readonly<Record<string, string>> = {
        '\n': '\\n',
        '\t': '\\t',
        '\r': '\\r',
        '\x1b': '\\E',
        '\x07': '\\a',
        '\b': '\\b',
        '\v': '\\v',
        '\f': '\\f',
        "'": "\\'",
        '\\': '\\\\',
      }
      return named[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`
    })
    return `$'${shown}'`
  }
  if (word === '') return "''"
  if (!byBackslash) return shellQuoted(word, true)
  return word.replace(/[^\w@%+=:./\x80-\uffff-]/g, '\\$&').replace(/^~/, '\\~')
}
