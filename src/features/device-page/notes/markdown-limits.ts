/** Longer notes are shown as they are. */
const LONGEST = 50_000
/** The parser calls itself for each level, and takes more than linear time for deep lists and open emphasis. */
const DEEPEST = 50
const WIDEST_INDENT = 100
const MAX_MARKS = 1_000
const MAX_BLOCK_LINES = 1_000

/** Quotes and list items that begin at the start of a line. */
const OPENINGS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const OPENING = />|[-+*](?=[ \t])|\d[.)](?=[ \t])/g
const INDENT = /^[ \t]*/
const MARKS = /[_*~`[\]!<]/g

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Whether Markdown can be parsed in a moment: it is neither too long, nor nested too deeply, nor full of open marks. */
export function isReadableMarkdown(text: string): boolean {
  if (text.length > LONGEST) return false
  // A block ends at an empty line, so the marks of a block are weighed against each other only.
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .every((block) => {
      const lines = block.split('\n')
      if (countOf(block, MARKS) > MAX_MARKS || lines.length > MAX_BLOCK_LINES) return false
      return lines.every((line) => {
        const indent = (INDENT.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
        const depth = countOf(OPENINGS.exec(line)?.[0] ?? '', OPENING)
        return indent <= WIDEST_INDENT && depth <= DEEPEST
      })
    })
}
