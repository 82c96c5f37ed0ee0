import { IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  listNavigation,
  missingStretch,
  positionInList,
  navigationStretchQuery,
  withStretch,
  type ListNavigation,
  type NavigationDevice,
} from '@/domain/device/list-navigation.ts'
import { formatNumber } from '@/lib/format.ts'
import { trailText } from '@/messages/device-page/multi-device.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { singleKeys } from '@/ui/form/single-keys.ts'
import { isBehindDialog, isTyping } from '@/ui/form/typing.ts'
import { Link } from '@/ui/layout/link.tsx'
import { useStored } from '@/ui/use-stored.ts'
import styles from './DeviceNeighbours.module.css'

/** Navigates to the next (J) and previous (K) device of the list that the user came from, in its filter and order. */
export function DeviceNeighbours({ uuid }: { uuid: string }) {
  const [trail] = useStored(listNavigation)
  const place = trail === null ? null : positionInList(trail, uuid)
  if (trail === null || place === null) return null
  return <Neighbours trail={trail} place={place} />
}

function Neighbours({ trail: storedTrail, place: known }: { trail: ListNavigation; place: number }) {
  const trail = useLongerTrail(storedTrail, known)
  const place = known + storedTrail.from - trail.from
  const here = trail.devices[place]
  const next = trail.devices[place + 1]
  const previous = trail.devices[place - 1]
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const goTo = (device: NavigationDevice | undefined) => {
    if (device === undefined || here === undefined) return
    listNavigation.set(trail)
    // Opens the same tab of the other device. A linked log line only exists on this one.
    const query = new URLSearchParams(search)
    query.delete('line')
    void navigate({ pathname: pathname.replace(here.uuid, device.uuid), search: query.toString() })
  }
  useKeys({ j: () => goTo(next), k: () => goTo(previous) })
  return (
    <div role="group" aria-label={trailText.region} className={styles.neighbours}>
      <Link to={trail.address} className={styles.list} title={trailText.list}>
        <IconList size={15} aria-hidden="true" />
        <span className="visually-hidden">{trailText.list}</span>
      </Link>
      <IconButton
        size="s"
        label={trailText.previous(previous?.name)}
        icon={<IconChevronLeft size={16} aria-hidden="true" />}
        aria-keyshortcuts="K"
        reason={previous === undefined && trail.from + place === 0 ? trailText.isFirst : undefined}
        busy={previous === undefined && trail.from + place > 0}
        onClick={() => goTo(previous)}
      />
      <span className={styles.place}>
        {trailText.place(formatNumber(trail.from + place + 1), formatNumber(trail.total))}
      </span>
      <IconButton
        size="s"
        label={trailText.next(next?.name)}
        icon={<IconChevronRight size={16} aria-hidden="true" />}
        aria-keyshortcuts="J"
        reason={next === undefined && trail.from + place + 1 >= trail.total ? trailText.isLast : undefined}
        busy={next === undefined && trail.from + place + 1 < trail.total}
        onClick={() => goTo(next)}
      />
    </div>
  )
}

/** At the end of the known part of the list, requests the next part. */
function useLongerTrail(trail: ListNavigation, place: number): ListNavigation {
  const missing = missingStretch(trail, place)
  const query = navigationStretchQuery(trail, missing ?? { skip: 0, top: 0 })
  const { data } = useQuery(missing === null ? { ...query, queryFn: skipToken } : query)
  return missing !== null && data ? withStretch(trail, missing.skip, data) : trail
}

function useKeys(actions: Readonly<Record<string, () => void>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!singleKeys.get() || isTyping(event.target) || isBehindDialog()) return
    const act = actions[event.key.toLowerCase()]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
