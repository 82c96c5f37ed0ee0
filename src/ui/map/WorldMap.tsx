import { lazy, Suspense } from 'react'
import { mapText } from '@/messages/common/map.ts'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import type { WorldMapProps } from './MapView.tsx'

const MapView = lazy(() => import('./MapView.tsx').then((loaded) => ({ default: loaded.MapView })))

/** In pixels, if the window is high enough. */
const HEIGHT = 460

/**
 * A world map that needs no network: bundled outlines, with mouse, touch and keyboard control. For a few markers;
 * `ClusterMap` shows many. Loaded with the first map.
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
