import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { Shape, Tone } from '@/ui/feedback/tone.ts'
import { Link } from '@/ui/layout/link.tsx'
import { watchTheme } from '@/ui/theme/watch-theme.ts'
import {
  changesOf,
  drawCells,
  drawChanges,
  newSheet,
  type CellStyle,
  type Change,
  type Sheet,
} from './draw-matrix.ts'
import { cellAfter, cellAt, cornerOf, layOut, type MatrixGrid } from './matrix-layout.ts'
import styles from './Matrix.module.css'

/** One thing of a matrix whose things are known. */
export interface MatrixItem {
  /** The key of its group. */
  group: string
  marked: boolean
  /** Its name and state as text. */
  label: () => string
  to: string
}

/** Things of the same state. */
export interface MatrixGroup {
  key: string
  /** The state and the number of things as text. */
  label: string
  count: number
  tone: Tone
  shape: Shape
  /** The address of the things. */
  to: string
  /** Those of them that are drawn with a mark, with text and address of their own. */
  marked?: { count: number; label: string; to: string }
}

export interface MatrixProps {
  /** The accessible name of the picture. Its numbers stand beside it. */
  label: string
  groups: readonly MatrixGroup[]
  /** The things, in the order in which they are drawn, if all are known. They are drawn, and only then called for, if each can have a cell. */
  itemAt?: ((index: number) => MatrixItem | undefined) | undefined
  /** In px. It is reserved, so that nothing moves when the numbers change. */
  height: number
  /** Side of the largest cells, in px; default: 20. */
  largest?: number | undefined
  /** Called with the number of things that a cell stands for, when that changes. */
  onPerCell?: (perCell: number) => void
}

interface Cell extends CellStyle {
  label: () => string
  to: string
}

/**
 * Many things as a field of cells. A cell is a thing if they are known and fit, else an equal number of things of the same
 * state; a state with few things has at least one cell. The pointer and the arrow keys name the thing or the group, and a
 * press opens it. Provide the same numbers as text next to it.
 */
export function Matrix({ label, groups, itemAt, height, largest, onPerCell }: MatrixProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const counts = useMemo(() => groups.map(({ count }) => count), [groups])
  const grid = useMemo(
    () => (width === 0 ? undefined : layOut(counts, { width, height }, largest)),
    [counts, width, height, largest],
  )
  const cells = useMemo(() => (grid ? cellsOf(grid, groups, itemAt) : []), [grid, groups, itemAt])
  const canvas = useMatrixCanvas(grid, cells)
  const [active, setActive] = useState(0)
  const [isPointed, setPointed] = useState(false)
  const focusNext = useRef(false)
  const link = useRef<HTMLAnchorElement>(null)
  const index = Math.min(active, cells.length - 1)
  const cell = cells[index]

  const perCell = grid?.perCell
  useEffect(() => {
    if (perCell !== undefined) onPerCell?.(perCell)
  }, [perCell, onPerCell])
  // The link of another cell is another element, so that screen readers announce it.
  useLayoutEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    link.current?.focus()
  }, [index])

  const point = (event: PointerEvent<HTMLElement>) => {
    if (!grid || event.pointerType === 'touch') return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const at = cellAt(grid, event.clientX - left, event.clientY - top)
    setPointed(at !== undefined)
    if (at !== undefined) setActive(at)
  }
  const press = (event: KeyboardEvent) => {
    if (!grid || event.ctrlKey || event.metaKey || event.altKey) return
    const next = cellAfter(event.key, index, grid)
    if (next === undefined) return
    event.preventDefault()
    focusNext.current = next !== index
    setActive(next)
  }
  const corner = grid && cornerOf(grid, index)
  return (
    <div
      ref={frame}
      className={styles.matrix}
      style={{ height }}
      onPointerMove={point}
      onPointerLeave={() => setPointed(false)}
    >
      <div
        {...(counts.some((count) => count > 0) && { role: 'img', 'aria-label': label })}
        className={styles.picture}
      >
        <canvas ref={canvas} />
      </div>
      {grid && corner && cell && (
        <Link
          key={index}
          ref={link}
          to={cell.to}
          className={styles.cell}
          data-pointed={isPointed || undefined}
          style={{ insetInlineStart: corner.x, top: corner.y, width: grid.cell, height: grid.cell }}
          aria-label={cell.label()}
          draggable={false}
          onKeyDown={press}
        >
          <span className={styles.name} aria-hidden="true" data-side={corner.x > width / 2 ? 'start' : 'end'}>
            {cell.label()}
          </span>
        </Link>
      )}
    </div>
  )
}

function cellsOf(grid: MatrixGrid, groups: readonly MatrixGroup[], itemAt: MatrixProps['itemAt']): Cell[] {
  if (itemAt !== undefined && grid.perCell === 1) {
    const byKey = new Map(groups.map((group) => [group.key, group]))
    const total = grid.cells.reduce((sum, count) => sum + count, 0)
    const cells: Cell[] = []
    for (let index = 0; index < total; index += 1) {
      const item = itemAt(index)
      const group = item && byKey.get(item.group)
      if (group) cells.push({ ...item, tone: group.tone, shape: group.shape })
    }
    return cells
  }
  return groups.flatMap(({ tone, shape, label, to, count, marked }, index) => {
    const cells = grid.cells[index] ?? 0
    const plain = { tone, shape, label: () => label, to, marked: false }
    if (marked === undefined || marked.count === 0) return Array.from({ length: cells }, () => plain)
    const withMark = { ...plain, label: () => marked.label, to: marked.to, marked: true }
    // What is wrong has a cell, however small its share; what is not has one, unless nothing is left.
    const share = Math.round((marked.count / count) * cells)
    const most = marked.count < count ? Math.max(1, cells - 1) : cells
    const drawn = Math.min(most, Math.max(1, share))
    return Array.from({ length: cells }, (_, cell) => (cell < drawn ? withMark : plain))
  })
}

/** The width of an element in px; 0 before it is known. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    read()
    const sizes = new ResizeObserver(read)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])
  return width
}

const CHANGE_MS = 600

/** What is on the canvas. */
interface Drawn {
  sheet: Sheet
  cells: readonly Cell[]
  /** Of a fade that has not ended. */
  pending: readonly Change[]
}

/** Draws the cells, again when they or the theme change. A cell that changes fades from its former look; others stay as drawn. */
function useMatrixCanvas(grid: MatrixGrid | undefined, cells: readonly Cell[]) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef<Drawn | null>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || !grid) return
    let frame = 0
    const drawAll = () => {
      cancelAnimationFrame(frame)
      const sheet = sheetOf(element, grid)
      if (sheet) drawCells(sheet, cells)
      drawn.current = sheet ? { sheet, cells, pending: [] } : null
    }
    const before = drawn.current
    if (
      before !== null &&
      isSameGrid(before.sheet.grid, grid) &&
      // The window may have moved to another screen.
      before.sheet.scale === pixelsPerPx() &&
      before.cells.length === cells.length &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches
    ) {
      const { sheet } = before
      drawChanges(sheet, before.pending, 1)
      const changes = changesOf(before.cells, cells)
      drawn.current = { sheet, cells, pending: changes }
      const start = performance.now()
      const fade = () => {
        const done = Math.min(1, (performance.now() - start) / CHANGE_MS)
        drawChanges(sheet, changes, done)
        if (done < 1) frame = requestAnimationFrame(fade)
        else drawn.current = { sheet, cells, pending: [] }
      }
      if (changes.length > 0) frame = requestAnimationFrame(fade)
    } else drawAll()
    const stopWatching = watchTheme(drawAll)
    return () => {
      cancelAnimationFrame(frame)
      stopWatching()
    }
  }, [grid, cells])
  return canvas
}

/** Pixels of the screen for one of the page. */
const pixelsPerPx = () => window.devicePixelRatio || 1

const isSameGrid = (one: MatrixGrid, other: MatrixGrid) =>
  one.cell === other.cell && one.rows === other.rows && one.columns === other.columns

/** The empty canvas, as large as the grid, with the colours of now. */
function sheetOf(element: HTMLCanvasElement, grid: MatrixGrid): Sheet | undefined {
  const pen = penOf(element)
  if (!pen) return undefined
  const pitch = grid.cell + grid.gap
  const [width, height] = [grid.columns * pitch, grid.rows * pitch]
  const scale = pixelsPerPx()
  if (element.width !== Math.round(width * scale) || element.height !== Math.round(height * scale)) {
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
    element.style.width = `${width}px`
    element.style.height = `${height}px`
  }
  pen.clearRect(0, 0, element.width, element.height)
  const styles = getComputedStyle(element)
  return newSheet(pen, grid, scale, (property) => styles.getPropertyValue(property).trim() || 'gray')
}

function penOf(element: HTMLCanvasElement): CanvasRenderingContext2D | null {
  try {
    return element.getContext('2d')
  } catch {
    return null
  }
}
