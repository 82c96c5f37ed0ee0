/** Largest and smallest side of a cell in px. Below the smallest, its shape could not be recognised. */
const LARGEST = 20
export const SMALLEST = 8

export interface MatrixSpace {
  /** In px. */
  width: number
  height: number
}

export interface MatrixGrid {
  /** Side of a cell and distance to the next one, in px. */
  cell: number
  gap: number
  rows: number
  columns: number
  /** The number of things that a cell stands for. */
  perCell: number
  /** The number of cells of each group, in the given order. */
  cells: readonly number[]
}

const gapOf = (cell: number) => (cell >= 12 ? 3 : 2)

function fit({ width, height }: MatrixSpace, cell: number) {
  const pitch = cell + gapOf(cell)
  return {
    rows: Math.max(1, Math.floor((height + gapOf(cell)) / pitch)),
    columns: Math.max(1, Math.floor((width + gapOf(cell)) / pitch)),
  }
}

/** A group that is not empty has a cell, however small its share. */
const cellsFor = (count: number, perCell: number) =>
  count <= 0 ? 0 : Math.max(1, Math.round(count / perCell))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * Divides a space into cells for groups of things: the largest cells with which each thing has its own, else the smallest
 * cells, each for an equal number of things. Cells fill columns from the left, each from the top.
 */
export function layOut(counts: readonly number[], space: MatrixSpace, largest = LARGEST): MatrixGrid {
  const total = sum(counts)
  for (let cell = largest; cell >= SMALLEST; cell -= 1) {
    const { rows, columns } = fit(space, cell)
    if (total > rows * columns) continue
    return {
      cell,
      gap: gapOf(cell),
      rows,
      columns: Math.max(1, Math.ceil(total / rows)),
      perCell: 1,
      cells: counts.map((count) => Math.max(0, count)),
    }
  }
  const { rows, columns } = fit(space, SMALLEST)
  const room = Math.max(rows * columns, counts.length)
  let perCell = Math.max(2, Math.ceil(total / room))
  let cells = counts.map((count) => cellsFor(count, perCell))
  // Small groups take a whole cell each, so that the others get fewer.
  while (sum(cells) > room) {
    perCell += 1
    cells = counts.map((count) => cellsFor(count, perCell))
  }
  // Fewer cells than before may have room to be larger.
  for (let cell = largest; cell > SMALLEST; cell -= 1) {
    const larger = fit(space, cell)
    if (sum(cells) <= larger.rows * larger.columns)
      return {
        ...larger,
        cell,
        gap: gapOf(cell),
        columns: Math.ceil(sum(cells) / larger.rows),
        perCell,
        cells,
      }
  }
  return {
    cell: SMALLEST,
    gap: gapOf(SMALLEST),
    rows,
    columns: Math.ceil(sum(cells) / rows),
    perCell,
    cells,
  }
}

/** The left upper corner of a cell, in px. */
export function cornerOf({ cell, gap, rows }: MatrixGrid, index: number): { x: number; y: number } {
  const pitch = cell + gap
  return { x: Math.floor(index / rows) * pitch, y: (index % rows) * pitch }
}

/** The cell at a point in px, of which the gap after it is a part; undefined outside. */
export function cellAt(grid: MatrixGrid, x: number, y: number): number | undefined {
  const pitch = grid.cell + grid.gap
  const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)]
  if (column < 0 || row < 0 || row >= grid.rows) return undefined
  const index = column * grid.rows + row
  return index < sum(grid.cells) ? index : undefined
}

/** The cell that a key moves to: arrows by one, PageUp and PageDown by group; undefined for other keys. */
export function cellAfter(key: string, index: number, { rows, cells }: MatrixGrid): number | undefined {
  const last = sum(cells) - 1
  const firsts = cells
    .map((_, group) => sum(cells.slice(0, group)))
    .filter((_, group) => (cells[group] ?? 0) > 0)
  const within = (next: number) => Math.min(last, Math.max(0, next))
  switch (key) {
    case 'ArrowUp':
      return within(index - 1)
    case 'ArrowDown':
      return within(index + 1)
    case 'ArrowLeft':
      return within(index - rows)
    case 'ArrowRight':
      return within(index + rows)
    case 'PageUp':
      return firsts.findLast((first) => first < index) ?? 0
    case 'PageDown':
      return firsts.find((first) => first > index) ?? last
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
