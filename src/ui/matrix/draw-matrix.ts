import type { Shape, Tone } from '@/ui/feedback/tone.ts'
import { cornerOf, type MatrixGrid } from './matrix-layout.ts'

/** How a cell is drawn: as the icon of its status, so that colour is never the only difference. */
export interface CellStyle {
  tone: Tone
  shape: Shape
  /** Drawn with a diamond on top. */
  marked: boolean
}

const FILL: Record<Tone, string> = {
  ok: '--ok-fill',
  warn: '--warn-fill',
  bad: '--bad-fill',
  info: '--info-fill',
  idle: '--idle',
}

/** A canvas on which cells are drawn. */
export interface Sheet {
  pen: CanvasRenderingContext2D
  grid: MatrixGrid
  /** Pixels of the screen for one of the page. */
  scale: number
  /** The picture of a cell, which is drawn once for all that look the same. */
  picture: (style: CellStyle) => HTMLCanvasElement | undefined
  /** The picture of a cell between two looks. */
  mix: (from: CellStyle | undefined, to: CellStyle, done: number) => HTMLCanvasElement | undefined
}

/** A sheet with the colours of the theme that `themed` reads. */
export function newSheet(
  pen: CanvasRenderingContext2D,
  grid: MatrixGrid,
  scale: number,
  themed: (property: string) => string,
): Sheet {
  const pictures = new Map<string, HTMLCanvasElement | undefined>()
  const picture = (style: CellStyle) => {
    const key = keyOf(style)
    if (!pictures.has(key)) pictures.set(key, pictureOf(style, grid.cell, scale, themed))
    return pictures.get(key)
  }
  const mix: Sheet['mix'] = (from, to, done) => {
    if (done >= 1) return picture(to)
    const mixed = blank(grid.cell, scale)
    const brush = mixed.getContext('2d')
    if (!brush) return undefined
    const [before, after] = [from && picture(from), picture(to)]
    brush.globalAlpha = 1 - done
    if (before) brush.drawImage(before, 0, 0)
    brush.globalAlpha = done
    if (after) brush.drawImage(after, 0, 0)
    return mixed
  }
  return { pen, grid, scale, picture, mix }
}

const keyOf = ({ tone, shape, marked }: CellStyle) => `${tone} ${shape} ${String(marked)}`

function blank(cell: number, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(cell * scale)
  canvas.height = Math.ceil(cell * scale)
  return canvas
}

function pictureOf(
  style: CellStyle,
  cell: number,
  scale: number,
  themed: (property: string) => string,
): HTMLCanvasElement | undefined {
  const picture = blank(cell, scale)
  const pen = picture.getContext('2d')
  if (!pen) return undefined
  pen.scale(scale, scale)
  drawCell(pen, cell, style, themed)
  return picture
}

/** Draws all cells. */
export function drawCells(sheet: Sheet, cells: readonly CellStyle[]): void {
  for (const [index, cell] of cells.entries()) place(sheet, index, cell)
}

/** Places at which cells change from one look to another. */
export interface Change {
  from: CellStyle | undefined
  to: CellStyle
  places: number[]
}

/** What changes between two looks of the same grid, by kind: thousands of cells change in few ways. */
export function changesOf(former: readonly CellStyle[], later: readonly CellStyle[]): Change[] {
  const changes = new Map<string, Change>()
  for (const [index, to] of later.entries()) {
    const from = former[index]
    if (from?.tone === to.tone && from.shape === to.shape && from.marked === to.marked) continue
    const key = `${from ? keyOf(from) : ''} ${keyOf(to)}`
    const change = changes.get(key)
    if (change) change.places.push(index)
    else changes.set(key, { from, to, places: [index] })
  }
  return [...changes.values()]
}

/** Draws cells between two looks: 0 is the former, 1 the later. */
export function drawChanges(sheet: Sheet, changes: readonly Change[], done: number): void {
  const { pen, grid, scale, mix } = sheet
  const side = Math.ceil(grid.cell * scale)
  for (const { from, to, places } of changes) {
    const cell = mix(from, to, done)
    for (const index of places) {
      const { x, y } = cornerOf(grid, index)
      const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
      pen.clearRect(left, top, side, side)
      if (cell) pen.drawImage(cell, left, top)
    }
  }
}

/** Whole pixels of the screen, so that all cells are equally sharp. */
function place({ pen, grid, scale, picture }: Sheet, index: number, style: CellStyle): void {
  const { x, y } = cornerOf(grid, index)
  const cell = picture(style)
  if (cell) pen.drawImage(cell, Math.round(x * scale), Math.round(y * scale))
}

function drawCell(
  pen: CanvasRenderingContext2D,
  cell: number,
  { tone, shape, marked }: CellStyle,
  themed: (property: string) => string,
): void {
  const middle = cell / 2
  const line = Math.max(1.25, cell / 8)
  pen.fillStyle = themed(FILL[tone])
  pen.strokeStyle = themed(FILL[tone])
  pen.lineWidth = line
  pen.beginPath()
  switch (shape) {
    case 'dot':
      pen.arc(middle, middle, middle, 0, 2 * Math.PI)
      pen.fill()
      break
    case 'square':
      pen.roundRect(0, 0, cell, cell, cell / 8)
      pen.fill()
      break
    case 'arc': {
      const width = cell / 4
      pen.lineWidth = width
      pen.arc(middle, middle, (cell - width) / 2, -0.2 * Math.PI, 1.45 * Math.PI)
      pen.stroke()
      break
    }
    case 'dashed':
      pen.setLineDash([line * 1.3, line * 1.1])
      pen.arc(middle, middle, (cell - line) / 2, 0, 2 * Math.PI)
      pen.stroke()
      break
    case 'ring':
      pen.arc(middle, middle, (cell - line) / 2, 0, 2 * Math.PI)
      pen.stroke()
      break
    case 'diamond':
      diamond(pen, middle, middle, middle)
      pen.fill()
      break
  }
  if (!marked) return
  pen.setLineDash([])
  pen.beginPath()
  diamond(pen, middle, middle, cell * 0.36)
  pen.fillStyle = themed('--bad-fill')
  pen.strokeStyle = themed('--surface')
  pen.lineWidth = Math.max(1, cell / 9)
  pen.stroke()
  pen.fill()
}

function diamond(pen: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  pen.moveTo(x, y - radius)
  pen.lineTo(x + radius, y)
  pen.lineTo(x, y + radius)
  pen.lineTo(x - radius, y)
  pen.closePath()
}
