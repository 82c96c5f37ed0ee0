/** The number of characters to change, add, remove or swap, for short names. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1]
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (last[column] ?? 0) + (letter === wanted ? 0 : 1)
      const isSwapped = row > 0 && column > 0 && letter === other[column - 1] && one[row - 1] === wanted
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced
      next.push(Math.min((last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced, swapped))
    }
    before = last
    last = next
  }
  return last.at(-1) ?? 0
}

/** The known name that a misspelt one probably means: at most a third of it differs; undefined without one. */
export function closestName(misspelt: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(misspelt.length / 3))
  const [best] = known
    .filter((name) => Math.abs(name.length - misspelt.length) <= most)
    .map((name) => ({ name, far: distance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far)
  return best?.name
}
