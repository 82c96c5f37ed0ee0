import { useState } from 'react'
import { useDefaultLayout } from './column-flags.ts'
import { canShow } from './device-columns.tsx'
import { layoutText, storedLayout, type TableLayout } from './table-layout.ts'

/** Applies and stores a layout; undefined applies the default layout, which is omitted from the address. */
export type ChangeLayout = (layout: TableLayout | undefined) => void

interface Chosen {
  layout: TableLayout
  /** The final layout text of the address, and those that it may have on the way there. */
  target: string
  onTheWay: readonly string[]
  hasArrived: boolean
}

const named = (layout: TableLayout | undefined) => (layout === undefined ? '' : layoutText(layout))

/**
 * Applies layout changes before the address and the rows follow. `requested` is the latest requested layout, `shown` the
 * one that the loaded rows can show. `read` is the layout of the rows, `address` the layout in their address.
 */
export function useOptimisticLayout(
  read: TableLayout,
  address: TableLayout | undefined,
  go: ChangeLayout,
): readonly [{ requested: TableLayout; shown: TableLayout }, ChangeLayout] {
  const [chosen, setChosen] = useState<Chosen>()
  const defaultLayout = useDefaultLayout()
  const now = named(address)
  const isOnTheWay = chosen?.hasArrived === false && chosen.onTheWay.includes(now)
  const requested = isOnTheWay ? chosen.layout : read
  // The address has arrived, or the user has navigated elsewhere.
  if (chosen?.hasArrived === false && (chosen.target === now || !isOnTheWay))
    setChosen({ ...chosen, hasArrived: true })

  const change: ChangeLayout = (layout) => {
    const next = layout ?? defaultLayout
    const target = named(layout)
    setChosen((before) => ({
      layout: next,
      target,
      onTheWay: [...(before?.onTheWay ?? []), now, target],
      hasArrived: false,
    }))
    storedLayout.set(layout ?? null)
    go(layout)
  }
  return [{ requested, shown: canShow(requested.columns, read.columns) ? requested : read }, change]
}
