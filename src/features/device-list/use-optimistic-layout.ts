import { useState } from 'react'
import { useUsualLayout } from './column-flags.ts'
import { canShow } from './device-columns.tsx'
import { layoutText, storedLayout, type TableLayout } from './table-layout.ts'

/** Shows a layout and remembers it; undefined shows the usual one, which an address need not name. */
export type ChangeLayout = (layout: TableLayout | undefined) => void

interface Chosen {
  layout: TableLayout
  /** What the address will name, and what it may name on the way there. */
  target: string
  onTheWay: readonly string[]
  hasArrived: boolean
}

const named = (layout: TableLayout | undefined) => (layout === undefined ? '' : layoutText(layout))

/**
 * The layout that was asked for last, at once, and the one that the rows which are there can show. `read` is that of the
 * rows, `address` what the address named for them.
 */
export function useOptimisticLayout(
  read: TableLayout,
  address: TableLayout | undefined,
  go: ChangeLayout,
): readonly [{ wanted: TableLayout; shown: TableLayout }, ChangeLayout] {
  const [chosen, setChosen] = useState<Chosen>()
  const usual = useUsualLayout()
  const now = named(address)
  const isOnTheWay = chosen?.hasArrived === false && chosen.onTheWay.includes(now)
  const wanted = isOnTheWay ? chosen.layout : read
  // It has arrived, or somebody has gone elsewhere.
  if (chosen?.hasArrived === false && (chosen.target === now || !isOnTheWay))
    setChosen({ ...chosen, hasArrived: true })

  const change: ChangeLayout = (layout) => {
    const next = layout ?? usual
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
  return [{ wanted, shown: canShow(wanted.columns, read.columns) ? wanted : read }, change]
}
