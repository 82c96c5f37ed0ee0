import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { focusPage } from '@/ui/focus-page.ts'
import { chosenUuids, withUuids } from './chosen-uuids.ts'

export interface ChosenDevices {
  uuids: readonly string[]
  add: (uuid: string) => void
  remove: (uuid: string) => void
}

/** The selected devices, stored in the address. */
export function useChosenDevices(max: number): ChosenDevices {
  const [search, setSearch] = useSearchParams()
  const named = chosenUuids(search, max).join(',')
  const uuids = useMemo(() => (named === '' ? [] : named.split(',')), [named])
  const change = useCallback(
    (next: readonly string[]) =>
      setSearch((before) => withUuids(before, next), { preventScrollReset: true, replace: true }),
    [setSearch],
  )
  return {
    uuids,
    add: (uuid) => change([...uuids, uuid]),
    remove(uuid) {
      change(uuids.filter((each) => each !== uuid))
      // The button is removed with its device; the heading shows the remaining number.
      focusPage()
    },
  }
}
