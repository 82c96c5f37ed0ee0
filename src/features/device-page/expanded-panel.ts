import { useSearchParams } from 'react-router'

/** The panel that fills the page. */
export type ExpandedPanel = 'logs' | 'terminal'

/** The expanded panel is stored in the address as `?panel=logs`; undefined if none is. */
export function useExpandedPanel(): [ExpandedPanel | undefined, (panel: ExpandedPanel | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const panel = search.get('panel')
  const expanded = panel === 'logs' || panel === 'terminal' ? panel : undefined
  const setExpanded = (next: ExpandedPanel | undefined) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        if (next === undefined) changed.delete('panel')
        else changed.set('panel', next)
        return changed
      },
      { preventScrollReset: true },
    )
  return [expanded, setExpanded]
}
