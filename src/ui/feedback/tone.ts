/** The meaning of a colour: good, degraded, failed, in progress, inactive. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle'

/** The icon with the same meaning: filled dot, square, diamond, turning arc, open ring, dashed ring. */
export type Shape = 'dot' | 'square' | 'diamond' | 'arc' | 'ring' | 'dashed'

export const shapeOf: Record<Tone, Shape> = {
  ok: 'dot',
  warn: 'square',
  bad: 'diamond',
  info: 'arc',
  idle: 'ring',
}
