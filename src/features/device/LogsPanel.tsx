import { IconFileText } from '@tabler/icons-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { commonText } from '@/messages/common.ts'
import { logText } from '@/messages/device.ts'
import { formatNumber } from '@/lib/format.ts'
import { classes } from '@/ui/classes.ts'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { useTimeSource } from '@/ui/now.tsx'
import { Panel } from '@/ui/Panel.tsx'
import { StatusBadge } from '@/ui/StatusBadge.tsx'
import type { DevicePageData } from './device-page.ts'
import { failureText } from './failure-text.ts'
import type { FeedSnapshot } from './log-feed.ts'
import { filterLines, isFiltering, noFilter } from './log-filter.ts'
import { logLook } from './log-preferences.ts'
import { LogFilterBar } from './LogFilterBar.tsx'
import { LogList } from './LogList.tsx'
import { LogPanelButtons } from './LogPanelButtons.tsx'
import { useLogFeed } from './use-log-feed.ts'
import { useFollow } from './use-follow.ts'
import styles from './LogsPanel.module.css'

interface LogsPanelProps {
  page: DevicePageData
  expanded: boolean
  onExpand: (expand: boolean) => void
}

/** The device's log as it is written (spec 2 §2, §8). */
export function LogsPanel({ page, expanded, onExpand }: LogsPanelProps) {
  const { device, services, situation } = page
  const look = useSyncExternalStore(logLook.subscribe, logLook.get)
  const names = useServiceNames(services)
  const { snapshot, clear } = useLogFeed(device.uuid, !situation.localMode)
  const [filter, setFilter] = useState(noFilter)
  const follow = useFollow(snapshot.lines)
  const time = useTimeSource()
  const shown = useMemo(() => filterLines(follow.lines, filter, time.now()), [follow.lines, filter, time])
  const className = classes(styles.panel, expanded && styles.expanded)
  if (situation.localMode) {
    return (
      <Panel title={logText.panel} icon={<IconFileText size={16} aria-hidden="true" />} className={className}>
        <EmptyState compact title={logText.localMode} />
      </Panel>
    )
  }
  return (
    <Panel
      title={logText.panel}
      icon={<IconFileText size={16} aria-hidden="true" />}
      flush
      className={className}
      actions={
        <LogPanelButtons
          page={page}
          names={names}
          look={look}
          expanded={expanded}
          onExpand={onExpand}
          onClear={() => {
            clear()
            follow.resume()
          }}
        />
      }
    >
      <LogFilterBar filter={filter} names={names} onChange={setFilter} />
      <LogList
        lines={shown}
        names={names}
        look={look}
        follow={follow}
        empty={emptyText(snapshot, follow.lines.length, isFiltering(filter))}
        onClearFilter={isFiltering(filter) && follow.lines.length > 0 ? () => setFilter(noFilter) : undefined}
      />
      <Connection snapshot={snapshot} />
    </Panel>
  )
}

function emptyText(snapshot: FeedSnapshot, held: number, filtering: boolean): string {
  if (held > 0 && filtering) return logText.noMatch
  return snapshot.quiet ? logText.empty : logText.waiting
}

/** How the stream is, in one quiet line. */
function Connection({ snapshot: { state, error, dropped } }: { snapshot: FeedSnapshot }) {
  const tone = state === 'live' ? 'ok' : state === 'connecting' ? 'info' : 'warn'
  return (
    <p className={styles.connection}>
      <StatusBadge plain tone={tone}>
        {logText.states[state]}
      </StatusBadge>
      {state === 'retrying' && (
        <output>{error === null ? logText.ended : logText.broke(failureText(error))}</output>
      )}
      {dropped > 0 && <span>{logText.dropped(formatNumber(dropped))}</span>}
      <span className="visually-hidden">{state === 'connecting' ? commonText.loading : ''}</span>
    </p>
  )
}

/** Names by id; the same map as long as the services are the same. */
function useServiceNames(services: DevicePageData['services']): ReadonlyMap<number, string> {
  const key = services.map(({ serviceId, name }) => `${serviceId}:${name}`).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the services
  return useMemo(() => new Map(services.map(({ serviceId, name }) => [serviceId, name])), [key])
}
