import { useSearchParams } from 'react-router'

/** The panel that has the page for itself. */
export type ExpandedPanel = 'logs' | 'terminal'

/** Which panel is expanded lives in the address: `?panel=logs`; undefined when none is. */
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
