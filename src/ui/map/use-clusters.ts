import type { Map as LeafletMap } from 'leaflet'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { selectionMarks, type Indexed, type Spot } from './cluster-index.ts'
import { openClusters, type Clusters } from './cluster-thread.ts'
import { latestOnly } from './newest-only.ts'
import { boxSeen } from './use-leaflet.ts'

/** Markers just outside the frame are rendered in advance, for panning. */
const MARGIN_PX = 160

export interface ShownSpots<Marker> {
  /** The spots refer to these markers by index. */
  markers: readonly Marker[]
  spots: readonly Spot[]
  /** The zoom level of the clusters. */
  zoom: number
}

/**
 * The visible markers and clusters of a map. While the map moves, the last result moves with it; the newest view is
 * requested as soon as the previous one has been answered.
 */
export function useClusters<Marker extends Indexed>(
  map: LeafletMap | undefined,
  markers: readonly Marker[],
  isSelected: (marker: Marker) => boolean,
) {
  const [shown, setShown] = useState<ShownSpots<Marker>>({ markers, spots: [], zoom: 0 })
  const index = useRef<{ clusters: Clusters; search: () => void; hasMarks: boolean }>(null)
  const clusterMembers = useRef<(cluster: number, most: number) => Promise<readonly Marker[]>>(null)

  useEffect(() => {
    if (map === undefined) return
    const clusters = openClusters(markers)
    let isWanted = true
    const ask = latestOnly(async () => {
      const zoom = map.getZoom()
      const spots = await clusters.spotsIn(boxSeen(map, MARGIN_PX), zoom)
      if (isWanted) startTransition(() => setShown({ markers, spots, zoom }))
    })
    const refresh = () => ask(undefined)
    clusterMembers.current = async (cluster, most) => {
      const found = await clusters.markersOf(cluster, most)
      return found.flatMap((at) => markers[at] ?? [])
    }
    index.current = { clusters, search: refresh, hasMarks: false }
    map.on('moveend resize', refresh)
    refresh()
    return () => {
      isWanted = false
      map.off('moveend resize', refresh)
      clusterMembers.current = null
      index.current = null
      clusters.close()
    }
  }, [map, markers])

  useEffect(() => {
    const known = index.current
    if (known === null) return
    const marks = selectionMarks(markers, isSelected)
    if (marks.length === 0 && !known.hasMarks) return
    known.hasMarks = marks.length > 0
    known.clusters.select(marks)
    known.search()
  }, [map, markers, isSelected])

  const markersOf = useCallback(
    async (cluster: number, most: number) => (await clusterMembers.current?.(cluster, most)) ?? [],
    [],
  )
  return { ...shown, markersOf }
}
