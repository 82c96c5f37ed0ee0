import { useEffect, useMemo, useRef, useState } from 'react'
import type { Spot } from './cluster-index.ts'
import { openClusters } from './cluster-thread.ts'
import type { Place, Size, View } from './mercator.ts'

export interface ShownSpots<Marker> {
  /** What the spots speak of by number. */
  markers: readonly Marker[]
  spots: readonly Spot[]
}

/**
 * What a map draws of its markers. While the view moves, what was found last moves with it; the newest view is asked for
 * as soon as the one before has been answered.
 */
export function useClusters<Marker extends Place>(
  markers: readonly Marker[],
  view: View,
  size: Size,
): ShownSpots<Marker> & { markersOf: (cluster: number, most: number) => Promise<readonly Marker[]> } {
  const [shown, setShown] = useState<ShownSpots<Marker>>({ markers, spots: [] })
  const asked = useRef<Asking>(null)

  useEffect(() => {
    const clusters = openClusters(markers)
    const asking = newestOnly(async ({ view: wanted, size: frame }: Wanted) => {
      const spots = await clusters.spotsIn(wanted, frame)
      if (asked.current?.ask === asking) setShown({ markers, spots })
    })
    asked.current = { ask: asking, markersOf: clusters.markersOf }
    return () => {
      asked.current = null
      clusters.close()
    }
  }, [markers])
  useEffect(() => asked.current?.ask({ view, size }), [markers, view, size])

  const markersOf = useMemo(
    () => async (cluster: number, most: number) => {
      const found = (await asked.current?.markersOf(cluster, most)) ?? []
      return found.flatMap((at) => markers[at] ?? [])
    },
    [markers],
  )
  return { ...shown, markersOf }
}

interface Wanted {
  view: View
  size: Size
}

interface Asking {
  ask: (wanted: Wanted) => void
  markersOf: (cluster: number, most: number) => Promise<readonly number[]>
}

/** Runs the work for the newest of what is wanted, one after the other; what was overtaken meanwhile is left out. */
export function newestOnly<Input>(work: (input: Input) => Promise<unknown>): (input: Input) => void {
  let next: { input: Input } | undefined
  let isBusy = false
  const run = async () => {
    isBusy = true
    try {
      while (next) {
        const { input } = next
        next = undefined
        await work(input)
      }
    } finally {
      isBusy = false
    }
  }
  return (input) => {
    next = { input }
    if (!isBusy) void run()
  }
}
