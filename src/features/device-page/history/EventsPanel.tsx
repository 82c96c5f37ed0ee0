import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '@/api/api.ts'
import { onlyReports } from '@/domain/operations/reach.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { labelled } from '@/messages/common/compose.ts'
import { timelineText } from '@/messages/device-page/device-history.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { deviceEventKinds, mergedEvents, type DeviceEvent } from './device-event.ts'
import { EventList } from './EventList.tsx'
import { deviceHistoryQuery, pollHistoryQuery, simulatedEventsQuery } from './history.queries.ts'
import { localActions } from './local-actions.ts'
import { emptyPollHistory } from './poll-history.ts'
import { recordEvents } from './record-events.ts'
import styles from './DeviceHistory.module.css'

const SHOWN_AT_ONCE = 50
const kinds = ['all', ...deviceEventKinds] as const

/** Device events from all sources; each names its source. */
export function EventsPanel({ page }: { page: DevicePageData }) {
  const [search, setSearch] = useSearchParams()
  const kind = kinds.find((one) => one === search.get('kind')) ?? 'all'
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { events, problems } = useEvents(page)
  const matching = events.filter((it) => kind === 'all' || it.kind === kind)
  const choose = (next: (typeof kinds)[number]) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        if (next === 'all') changed.delete('kind')
        else changed.set('kind', next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Panel
      title={timelineText.panel}
      actions={
        <SegmentedControl
          label={timelineText.kind}
          size="s"
          value={kind}
          options={kinds.map((value) => ({ value, label: timelineText.kinds[value] }))}
          onChange={choose}
        />
      }
    >
      <div className={styles.panel}>
        {!page.situation.online && <Banner tone="info">{whyNoNewEvents(page.device)}</Banner>}
        {problems.map((problem) => (
          <Banner key={problem} tone="warn">
            {problem}
          </Banner>
        ))}
        {matching.length === 0 ? (
          <EmptyState
            compact
            answers={kind !== 'all'}
            title={kind === 'all' ? timelineText.empty : timelineText.noMatch}
          />
        ) : (
          <>
            <p className={styles.intro}>{timelineText.intro}</p>
            <EventList events={matching.slice(0, shown)} />
          </>
        )}
        {matching.length > shown && (
          <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>{timelineText.older}</Button>
        )}
      </div>
    </Panel>
  )
}

function whyNoNewEvents({
  overall_status,
  last_connectivity_event,
}: Pick<DevicePageData['device'], 'overall_status' | 'last_connectivity_event'>): string {
  if (onlyReports(overall_status)) return timelineText.onlyReports
  return last_connectivity_event === null ? timelineText.neverReported : timelineText.offline
}

function useEvents({ device, situation }: DevicePageData): {
  events: readonly DeviceEvent[]
  problems: readonly string[]
} {
  const { writes } = api()
  const done = useSyncExternalStore(writes.subscribe, writes.all)
  const { data: watched = emptyPollHistory } = useQuery(pollHistoryQuery(device.uuid))
  const history = useQuery(deviceHistoryQuery(device.id))
  const world = useQuery(simulatedEventsQuery(device.uuid, useSimulationData()))
  const identity = { id: device.id, uuid: device.uuid, fleetId: situation.fleetId }
  return {
    events: mergedEvents(
      recordEvents(device),
      history.data?.events ?? [],
      world.data ?? [],
      watched.events,
      localActions(done, identity),
    ),
    problems: [
      ...(history.error ? [labelled(timelineText.historyFailed, failureText(history.error))] : []),
      ...(world.error ? [labelled(timelineText.worldFailed, failureText(world.error))] : []),
    ],
  }
}
