import { DomUtil, GridLayer, type Coords, type DoneCallback, type GridLayerOptions } from 'leaflet'
import type { TileAnswer, TileQuestion } from './outline-worker.ts'
import { MOST_OUTLINE_ZOOM, TILE_PX, type MapColours } from './tile.ts'

/** Where there is no thread that can draw, the markers still stand where they belong. */
const canDraw = () => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'

type Draw = (question: Omit<TileQuestion, 'id'>, drawn: (picture: ImageBitmap) => void) => void

let painter: Draw | undefined

/** One thread for all maps, which keeps the world; started with the first map that is shown. */
function startPainter(): Draw {
  const worker = new Worker(new URL('./outline-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (picture: ImageBitmap) => void>()
  let last = 0
  worker.addEventListener('message', ({ data: { id, picture } }: MessageEvent<TileAnswer>) => {
    waiting.get(id)?.(picture)
    waiting.delete(id)
  })
  return (question, drawn) => {
    last += 1
    waiting.set(last, drawn)
    worker.postMessage({ id: last, ...question } satisfies TileQuestion)
  }
}

/** The bundled world, drawn in a thread of its own as far as it is looked at. */
export class OutlineLayer extends GridLayer {
  #colours: MapColours

  constructor(colours: MapColours, options: GridLayerOptions = {}) {
    super({ tileSize: TILE_PX, maxNativeZoom: MOST_OUTLINE_ZOOM, ...options })
    this.#colours = colours
  }

  /** Draws all of it anew in these colours. */
  recolour(colours: MapColours): void {
    this.#colours = colours
    this.redraw()
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = DomUtil.create('canvas')
    const ratio = Math.min(2, window.devicePixelRatio)
    canvas.width = TILE_PX * ratio
    canvas.height = TILE_PX * ratio
    if (!canDraw()) return canvas
    painter ??= startPainter()
    painter({ tile: { x, y, z }, colours: this.#colours, ratio }, (picture) => {
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
      done(undefined, canvas)
    })
    return canvas
  }
}
