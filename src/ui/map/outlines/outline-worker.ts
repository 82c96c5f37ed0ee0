import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import packed from 'virtual:map-data'
import { tilePainter } from './draw-tile.ts'
import { TILE_PX, type MapColours, type TileAt } from './tile.ts'
import { unpackWorld } from './world-data.ts'

export interface TileQuestion {
  id: number
  tile: TileAt
  colours: MapColours
  /** Device pixel ratio. */
  ratio: number
}

export interface TileAnswer {
  id: number
  picture: ImageBitmap
}

/** The fonts of the worker; they are missing in the types of pages. */
declare const fonts: FontFaceSet

const paint = tilePainter(unpackWorld(packed))
const letters = new FontFace('Inter Variable', `url(${font})`, { weight: '100 900' })
// If the font cannot be loaded, a system font is used.
const ready = letters.load().then(
  (loaded) => void fonts.add(loaded),
  () => undefined,
)

addEventListener('message', ({ data: { id, tile, colours, ratio } }: MessageEvent<TileQuestion>) => {
  const draw = () => {
    const canvas = new OffscreenCanvas(TILE_PX * ratio, TILE_PX * ratio)
    const brush = canvas.getContext('2d')
    if (brush === null) throw new Error('The browser has no canvas for the map')
    brush.scale(ratio, ratio)
    paint(brush, tile, colours)
    const picture = canvas.transferToImageBitmap()
    const answer: TileAnswer = { id, picture }
    postMessage(answer, { transfer: [picture] })
  }
  ready.then(draw).catch((error: unknown) => {
    // The page gets no event of a rejected promise.
    setTimeout(() => {
      throw error
    })
  })
})
