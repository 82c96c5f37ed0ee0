import { useCallback, useState } from 'react'

/** Which rows of a table are chosen, by their ids. */
export interface RowSelection {
  ids: ReadonlySet<number>
  /** Adds rows to the chosen ones, or takes them away. */
  select: (ids: readonly number[], on: boolean) => void
}

const none: ReadonlySet<number> = new Set()

/** Rows that are chosen one by one or all at once; a row that is gone is not among the chosen ones any more. */
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
