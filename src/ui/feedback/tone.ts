/** What a colour says: well, degraded, failed, in progress, away. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle'

/** The form that says the same as the colour: filled dot, square, diamond, turning arc, open ring. */
export type Shape = 'dot' | 'square' | 'diamond' | 'arc' | 'ring'

export const shapeOf: Record<Tone, Shape> = {
  ok: 'dot',
  warn: 'square',
  bad: 'diamond',
  info: 'arc',
  idle: 'ring',
}
