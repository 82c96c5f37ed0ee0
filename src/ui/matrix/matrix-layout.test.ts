import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAfter, cellAt, cornerOf, layOut, SMALLEST } from './matrix-layout.ts'

const CARD = { width: 324, height: 92 }

test('few devices have large cells of their own', () => {
  expect(layOut([4, 20], CARD)).toMatchObject({ cell: 20, rows: 4, columns: 6, perCell: 1, cells: [4, 20] })
})

test('many devices share cells, and each status that has a device keeps one', () => {
  const grid = layOut([3, 1, 12_000], CARD)
  expect(grid.cell).toBe(SMALLEST)
  expect(grid.perCell).toBeGreaterThan(1)
  expect(grid.cells.slice(0, 2)).toEqual([1, 1])
})

test('cells that are shared use the room that is left', () => {
  const grid = layOut([2, 320, 882], { width: 1640, height: 66 })
  expect(grid.perCell).toBe(2)
  expect(grid.cell).toBeGreaterThan(SMALLEST)
  expect(grid.columns * (grid.cell + grid.gap)).toBeGreaterThan(1400)
})

test('no devices need no cells', () => {
  expect(layOut([0, 0], CARD)).toMatchObject({ columns: 1, cells: [0, 0] })
})

test('cells fit into their space, and groups that are not empty have at least one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(200_000), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 120, max: 1600 }),
      fc.integer({ min: 40, max: 400 }),
      (counts, width, height) => {
        const grid = layOut(counts, { width, height })
        const pitch = grid.cell + grid.gap
        expect(grid.columns * pitch - grid.gap).toBeLessThanOrEqual(width)
        expect(grid.rows * pitch - grid.gap).toBeLessThanOrEqual(height)
        expect(grid.cells.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(grid.rows * grid.columns)
        expect(grid.cells.map((cells) => cells > 0)).toEqual(counts.map((count) => count > 0))
      },
    ),
  )
})

test('the cell at a point is the one drawn there', () => {
  const grid = layOut([3, 1, 12_000], CARD)
  const drawn = grid.cells.reduce((a, b) => a + b, 0)
  for (let index = 0; index < drawn; index += 1) {
    const { x, y } = cornerOf(grid, index)
    expect(cellAt(grid, x + 1, y + grid.cell - 1)).toBe(index)
  }
  expect(cellAt(grid, -1, 3)).toBeUndefined()
  expect(cellAt(grid, 5000, 3)).toBeUndefined()
})

test('arrow keys move by cell and column, page keys by group, and none leaves the matrix', () => {
  const grid = layOut([4, 2, 18], CARD)
  expect(grid.rows).toBe(4)
  expect(cellAfter('ArrowDown', 0, grid)).toBe(1)
  expect(cellAfter('ArrowUp', 0, grid)).toBe(0)
  expect(cellAfter('ArrowRight', 1, grid)).toBe(5)
  expect(cellAfter('ArrowLeft', 5, grid)).toBe(1)
  expect(cellAfter('PageDown', 1, grid)).toBe(4)
  expect(cellAfter('PageDown', 4, grid)).toBe(6)
  expect(cellAfter('PageUp', 6, grid)).toBe(4)
  expect(cellAfter('End', 0, grid)).toBe(23)
  expect(cellAfter('ArrowRight', 23, grid)).toBe(23)
  expect(cellAfter('Home', 23, grid)).toBe(0)
  expect(cellAfter('a', 3, grid)).toBeUndefined()
})
