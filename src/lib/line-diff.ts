export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this number of line pairs, the differing part is shown as completely removed and added. */
const MAX_PAIRS = 1_000_000

const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ kind, text }))

/** The differences between two texts: the longest common subsequence of lines is kept. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before, after].map((text) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)))
  if (a === undefined || b === undefined) return []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return [
    ...as('same', a.slice(0, start)),
    ...middleDiff(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...as('same', a.slice(a.length - end)),
  ]
}

function middleDiff(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MAX_PAIRS) return [...as('removed', a), ...as('added', b)]
  const width = b.length + 1
  // Length of the longest common subsequence from here on.
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [removed, added] = [a[i], b[j]]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added ?? '' })
      j += 1
    }
  }
  return lines
}
