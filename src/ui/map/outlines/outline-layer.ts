import { DomUtil, GridLayer, type Coords, type DoneCallback, type GridLayerOptions } from 'leaflet'
import type { TileAnswer, TileQuestion } from './outline-worker.ts'
import { MAX_OUTLINE_ZOOM, TILE_PX, type MapColours } from './tile.ts'

/** Without worker or offscreen canvas, maps have no outlines, but markers work. */
const canDraw = () => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'

/** Called without a picture when it cannot be drawn. */
type Drawn = (picture?: ImageBitmap) => void
type Draw = (question: Omit<TileQuestion, 'id'>, drawn: Drawn) => void

let painter: Draw | undefined

/** One worker for all maps, which keeps the world data; started with the first map. */
function startPainter(): Draw {
  const worker = new Worker(new URL('./outline-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Drawn>()
  let last = 0
  worker.addEventListener('message', ({ data: { id, picture } }: MessageEvent<TileAnswer>) => {
    waiting.get(id)?.(picture)
    waiting.delete(id)
  })
  worker.addEventListener('error', () => {
    // The next tile starts a new one.
    painter = undefined
    worker.terminate()
    for (const drawn of waiting.values()) drawn()
    waiting.clear()
  })
  return (question, drawn) => {
    last += 1
    waiting.set(last, drawn)
    worker.postMessage({ id: last, ...question } satisfies TileQuestion)
  }
}

/** The bundled outlines, drawn in a worker tile by tile. */
export class OutlineLayer extends GridLayer {
  #colours: MapColours
  /** Without, only the coarse land is shown. */
  readonly canDraw = canDraw()

  constructor(colours: MapColours, options: GridLayerOptions = {}) {
    super({ tileSize: TILE_PX, maxNativeZoom: MAX_OUTLINE_ZOOM, ...options })
    this.#colours = colours
  }

  /** Redraws everything in these colours. */
  recolour(colours: MapColours): void {
    this.#colours = colours
    this.redraw()
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = DomUtil.create('canvas')
    const ratio = Math.min(2, window.devicePixelRatio)
    canvas.width = TILE_PX * ratio
    canvas.height = TILE_PX * ratio
    if (!this.canDraw) return canvas
    painter ??= startPainter()
    painter({ tile: { x, y, z }, colours: this.#colours, ratio }, (picture) => {
      if (picture) canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
      done(undefined, canvas)
    })
    return canvas
  }
}
