import { IconFileText } from '@tabler/icons-react'
import {
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { logText } from '@/messages/device-page/device.ts'
import { classes } from '@/ui/classes.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import type { FeedSnapshot } from './log-feed.ts'
import { filterLines, isFiltering, noFilter } from './log-filter.ts'
import { logDisplay } from './log-preferences.ts'
import { LogConnection } from './LogConnection.tsx'
import { LogFilterBar } from './LogFilterBar.tsx'
import { LogList } from './LogList.tsx'
import { LogPanelButtons } from './LogPanelButtons.tsx'
import { LogSearchBar } from './LogSearchBar.tsx'
import { useFollow } from './use-follow.ts'
import { useLinkedLine } from './use-linked-line.ts'
import { useLogFeed } from './use-log-feed.ts'
import { useLogReading } from './use-log-reading.ts'
import styles from './LogsPanel.module.css'

interface LogsPanelProps {
  page: DevicePageData
  /** Undefined if the panel cannot be expanded. */
  expansion?: { expanded: boolean; onExpand: (expand: boolean) => void }
  /** Replaces the title "Logs" where several devices are shown. */
  title?: ReactNode
  /** Next to the title. */
  aside?: ReactNode
  className?: string | undefined
}

/** The live log of the device. */
export function LogsPanel({ page, expansion, title = logText.panel, aside, className }: LogsPanelProps) {
  const { device, services, situation } = page
  const display = useSyncExternalStore(logDisplay.subscribe, logDisplay.get)
  const names = useServiceNames(services)
  const feed = useLogFeed(device.uuid, !situation.localMode)
  const { snapshot, clear } = feed
  const [filter, setFilter] = useState(noFilter)
  const [searching, setSearching] = useState(false)
  const follow = useFollow(snapshot.lines)
  const time = useTimeSource()
  const shown = useMemo(() => filterLines(follow.lines, filter, time.now()), [follow.lines, filter, time])
  const reading = useLogReading(shown, follow)
  const linked = useLinkedLine(device.uuid, feed, reading.reveal)
  const frame = {
    title,
    aside,
    icon: <IconFileText size={16} aria-hidden="true" />,
    className: classes(styles.panel, expansion?.expanded && styles.expanded, className),
  }
  const { resume } = follow
  const clearAll = useCallback(() => {
    clear()
    resume()
  }, [clear, resume])
  if (situation.localMode) {
    return (
      <Panel {...frame}>
        <EmptyState compact title={logText.localMode} />
      </Panel>
    )
  }
  return (
    <Panel
      {...frame}
      flush
      actions={
        <LogPanelButtons
          page={page}
          names={names}
          display={display}
          expanded={expansion?.expanded}
          onExpand={expansion?.onExpand}
          searching={searching}
          onSearch={setSearching}
          onClear={clearAll}
        />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles bubbling key events of its content */}
      <div className={styles.parts} onKeyDown={(event) => isFindKey(event) && setSearching(true)}>
        <LogFilterBar filter={filter} names={names} onChange={setFilter} />
        {searching && (
          <LogSearchBar
            reading={reading}
            onClose={() => {
              reading.search('')
              setSearching(false)
            }}
          />
        )}
        <LogList
          uuid={device.uuid}
          lines={shown}
          names={names}
          display={display}
          follow={follow}
          reading={reading}
          empty={emptyText(snapshot, follow.lines.length, isFiltering(filter))}
          onClearFilter={
            isFiltering(filter) && follow.lines.length > 0 ? () => setFilter(noFilter) : undefined
          }
        />
      </div>
      <LogConnection snapshot={snapshot} linked={linked} />
    </Panel>
  )
}

/** Ctrl+F or Cmd+F inside the panel opens our search, because the page only contains the visible lines. */
function isFindKey(event: KeyboardEvent): boolean {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f'
  if (isFind) event.preventDefault()
  return isFind
}

function emptyText(snapshot: FeedSnapshot, lineCount: number, filtering: boolean): string {
  if (lineCount > 0 && filtering) return logText.noMatch
  return snapshot.quiet ? logText.empty : logText.waiting
}

/** Service names by id. The map is stable as long as the services are the same. */
function useServiceNames(services: DevicePageData['services']): ReadonlyMap<number, string> {
  const key = services.map(({ serviceId, name }) => `${serviceId}:${name}`).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key represents the services
  return useMemo(() => new Map(services.map(({ serviceId, name }) => [serviceId, name])), [key])
}
