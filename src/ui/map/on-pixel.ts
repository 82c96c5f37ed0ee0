import type { CSSProperties } from 'react'

/** Stands a marker at a point of the screen: on whole pixels, where it is drawn sharply. */
export const onPixel = ({ x, y }: { x: number; y: number }): CSSProperties => ({
  transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)`,
})
