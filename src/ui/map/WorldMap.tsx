import { lazy, Suspense } from 'react'
import { mapText } from '@/messages/map.ts'
import { LoadingRegion, Skeleton } from '../feedback/Skeleton.tsx'
import type { Tone } from '../feedback/tone.ts'
import type { Place } from './mercator.ts'

const MapView = lazy(() => import('./MapView.tsx').then((loaded) => ({ default: loaded.MapView })))

export interface MapMarker extends Place {
  id: string
  /** What stands there: its accessible name and its hint. */
  label: string
  tone?: Tone
  /** A page that the marker leads to. */
  to?: string
}

export interface WorldMapProps {
  /** Accessible name. */
  label: string
  markers: readonly MapMarker[]
  /** Makes every place choosable: by a press, or by Enter for the middle. */
  onPick?: ((place: Place) => void) | undefined
  height?: number
}

/** In pixels, where the window is high enough. */
const HEIGHT = 460

/**
 * A map of the world that needs no network: outlines that come with the dashboard, moved and zoomed by mouse, touch and
 * keys. For a few markers; `ClusterMap` shows many. Loaded with the first map that is shown.
 */
export function WorldMap({ height = HEIGHT, ...map }: WorldMapProps) {
  return (
    <Suspense
      fallback={
        <LoadingRegion label={mapText.loading}>
          <Skeleton height={height} />
        </LoadingRegion>
      }
    >
      <MapView height={height} {...map} />
    </Suspense>
  )
}
