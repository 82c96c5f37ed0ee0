/** The number of changed, missing, added and swapped characters between two texts (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at])
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let column = 0; column <= other.length; column++) rows[0]?.splice(column, 1, column)
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      )
      rows[row]?.splice(column, 1, least)
    }
  return at(one.length, other.length)
}

/** The known name that a misspelt one probably means: at most a third of its characters differ; undefined without one. */
export function closestName(misspelt: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, far: distance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far)
  const most = Math.max(1, Math.floor(misspelt.length / 3))
  return best !== undefined && best.far <= most ? best.name : undefined
}

/** `; did you mean "name"?`, or a full stop when no known name is close. */
export function didYouMean(misspelt: string, known: readonly string[]): string {
  const name = closestName(misspelt, known)
  return name === undefined ? '.' : `; did you mean "${name}"?`
}
