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

/** Draws cells; undefined ones are left out. The pen is scaled to px of the page. */
export function drawCells(
  pen: CanvasRenderingContext2D,
  grid: MatrixGrid,
  styles: readonly (CellStyle | undefined)[],
  themed: (property: string) => string,
): void {
  const colours = new Map<string, string>()
  const colour = (property: string) => {
    const known = colours.get(property)
    if (known !== undefined) return known
    const read = themed(property)
    colours.set(property, read)
    return read
  }
  for (const [index, style] of styles.entries()) if (style) drawCell(pen, grid, index, style, colour)
}

function drawCell(
  pen: CanvasRenderingContext2D,
  grid: MatrixGrid,
  index: number,
  { tone, shape, marked }: CellStyle,
  colour: (property: string) => string,
): void {
  const { cell } = grid
  const { x, y } = cornerOf(grid, index)
  const [middleX, middleY] = [x + cell / 2, y + cell / 2]
  const line = Math.max(1.25, cell / 8)
  pen.fillStyle = colour(FILL[tone])
  pen.strokeStyle = colour(FILL[tone])
  pen.lineWidth = line
  pen.setLineDash([])
  pen.beginPath()
  switch (shape) {
    case 'dot':
      pen.arc(middleX, middleY, cell / 2, 0, 2 * Math.PI)
      pen.fill()
      break
    case 'square':
      pen.roundRect(x, y, cell, cell, cell / 8)
      pen.fill()
      break
    case 'arc': {
      const width = cell / 4
      pen.lineWidth = width
      pen.arc(middleX, middleY, (cell - width) / 2, -0.2 * Math.PI, 1.45 * Math.PI)
      pen.stroke()
      break
    }
    case 'dashed':
      pen.setLineDash([line * 1.3, line * 1.1])
      pen.arc(middleX, middleY, (cell - line) / 2, 0, 2 * Math.PI)
      pen.stroke()
      break
    case 'ring':
      pen.arc(middleX, middleY, (cell - line) / 2, 0, 2 * Math.PI)
      pen.stroke()
      break
    case 'diamond':
      diamond(pen, middleX, middleY, cell / 2)
      pen.fill()
      break
  }
  if (!marked) return
  pen.setLineDash([])
  pen.beginPath()
  diamond(pen, middleX, middleY, cell * 0.36)
  pen.fillStyle = colour('--bad-fill')
  pen.strokeStyle = colour('--surface')
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
