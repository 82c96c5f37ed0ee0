import { useCallback, useState } from 'react'

/** The ids of the selected rows. */
export interface RowSelection {
  ids: ReadonlySet<number>
  /** Selects or deselects rows. */
  select: (ids: readonly number[], on: boolean) => void
}

const none: ReadonlySet<number> = new Set()

/** The selection of a table; deleted rows are removed from it. */
export function useRowSelection<Row extends { id: number }>(rows: readonly Row[]) {
  const [ids, setIds] = useState(none)
  const select = useCallback<RowSelection['select']>((changed, on) => {
    setIds((before) => (on ? new Set([...before, ...changed]) : without(before, changed)))
  }, [])
  const clear = useCallback(() => setIds(none), [])
  const selection: RowSelection = { ids, select }
  return { selection, chosen: rows.filter(({ id }) => ids.has(id)), clear }
}

function without(ids: ReadonlySet<number>, taken: readonly number[]): ReadonlySet<number> {
  return new Set([...ids].filter((id) => !taken.includes(id)))
}
