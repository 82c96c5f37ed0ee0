import { useEffect, useState } from 'react'
import styles from './MapView.module.css'
import { boxIsInView, type Size, type View } from './mercator.ts'
import { worldOutlines, type Detail, type Outline } from './outlines.ts'

/** From this scale on the coarse outlines look like polygons. */
const FINE_FROM = 6

/** Countries, as fine as the scale needs; only what is seen is drawn, and each path stays as it is while the map moves. */
export function Land({ view, size }: { view: View; size: Size }) {
  const detail: Detail = view.k < FINE_FROM ? 'coarse' : 'fine'
  const { shown, outlines } = useOutlines(detail)
  return (
    <svg className={styles.land} width={size.width} height={size.height} aria-hidden="true">
      <g
        className={styles.ground}
        transform={`translate(${view.x},${view.y}) scale(${view.k})`}
        strokeWidth={1 / view.k}
      >
        {outlines.map(
          ({ key, d, box }) => boxIsInView(box, view, size) && <path key={`${shown}-${key}`} d={d} />,
        )}
      </g>
    </svg>
  )
}

/** The outlines in this detail; until they are there, the coarse ones, which come first. */
function useOutlines(detail: Detail): { shown: Detail; outlines: readonly Outline[] } {
  const [loaded, setLoaded] = useState<Partial<Record<Detail, readonly Outline[]>>>({})
  useEffect(() => {
    let wanted = true
    const load = async (each: Detail) => {
      const outlines = await worldOutlines(each)
      if (wanted) setLoaded((before) => ({ ...before, [each]: outlines }))
    }
    const both = async () => {
      await load('coarse')
      if (detail === 'fine' && wanted) await load('fine')
    }
    // Without outlines the markers still stand where they belong.
    both().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [detail])
  const found = loaded[detail]
  return found === undefined
    ? { shown: 'coarse', outlines: loaded.coarse ?? [] }
    : { shown: detail, outlines: found }
}
