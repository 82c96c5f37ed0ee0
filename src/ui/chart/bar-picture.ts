import { formatNumber, formatPercent } from '@/lib/format.ts'
import type { Tone } from '@/ui/feedback/tone.ts'

const WIDTH = 720
const PADDING = 24
const ROW = 40
const HEAD = 64
/** High resolution for high-density screens. */
const SCALE = 2

interface PictureBar {
  label: string
  value: number
  tone: Tone
  /** In percent. */
  share: number
}

/** A bar chart as a PNG, in the colours of the page, with its title and the time. Returns null if the browser has no canvas. */
export async function barPicture(
  frame: HTMLElement,
  title: string,
  bars: readonly PictureBar[],
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const height = HEAD + bars.length * ROW + PADDING
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const style = getComputedStyle(frame)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const write = (words: string, x: number, y: number, align: CanvasTextAlign = 'left', tone = '--ink') => {
    pen.fillStyle = colour(tone)
    pen.textAlign = align
    pen.fillText(words, x, y)
  }
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, WIDTH, height)
  pen.font = `600 16px ${style.fontFamily}`
  write(title, PADDING, 32)
  pen.font = `13px ${style.fontFamily}`
  write(`${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`, PADDING, 52, 'left', '--ink-2')
  const room = WIDTH - 2 * PADDING
  for (const [at, { label, value, tone, share }] of bars.entries()) {
    const y = HEAD + at * ROW + 18
    const figure = `${formatNumber(value)}  ${formatPercent(share)}`
    write(figure, WIDTH - PADDING, y, 'right')
    write(fitting(pen, label, room - pen.measureText(figure).width - 16), PADDING, y)
    pen.fillStyle = colour('--sunken')
    pen.fillRect(PADDING, y + 6, room, 8)
    pen.fillStyle = colour(`--${tone}-fill`)
    pen.fillRect(PADDING, y + 6, (room * Math.min(100, share)) / 100, 8)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Truncates a text to the available width. */
function fitting(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text
  let length = text.length
  while (length > 0 && pen.measureText(`${text.slice(0, length)}…`).width > room) length--
  return `${text.slice(0, length)}…`
}
