import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { DeviceInfoPanel } from './DeviceInfoPanel.tsx'
import { DeviceState } from './DeviceState.tsx'
import { DeviceIssues } from './DeviceIssues.tsx'
import { LogsPanel } from '../logs/LogsPanel.tsx'
import { MetricsRow } from '../metrics/MetricsRow.tsx'
import { ServicesPanel } from '../services/ServicesPanel.tsx'
import { TerminalPanel } from '../terminal/TerminalPanel.tsx'
import { SystemUpdatePanel } from '../updates/SystemUpdatePanel.tsx'
import { useDevicePage } from '../device-page.ts'
import styles from './DeviceSummaryPage.module.css'

/** The panel that fills the lower area; both when absent. */
type Expanded = 'logs' | 'terminal'

export function Component() {
  const page = useDevicePage()
  const [expanded, setExpanded] = useExpandedPanel()
  const { device, services, situation } = page
  const live = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (expanded !== undefined) live.current?.scrollIntoView({ block: 'start' })
  }, [expanded])
  const hasServicePanel = situation.localMode || services.length > 0
  return (
    <div className={styles.summary}>
      <PageTitle
        title={device.device_name}
        state={<DeviceState device={device} />}
        actions={<DeviceActions page={page} />}
      />
      <DeviceIssues page={page} />
      <SystemUpdatePanel page={page} />
      <MetricsRow device={device} />
      <div className={styles.about} data-alone={hasServicePanel ? undefined : true}>
        <DeviceInfoPanel page={page} />
        {hasServicePanel && <ServicesPanel page={page} />}
      </div>
      <div ref={live} className={styles.live} data-panel={expanded}>
        {/* A hidden panel stays: its lines and sessions go on behind the other one. */}
        <div hidden={expanded === 'terminal'}>
          <LogsPanel
            page={page}
            expansion={{
              expanded: expanded === 'logs',
              onExpand: (expand) => setExpanded(expand ? 'logs' : undefined),
            }}
          />
        </div>
        <div hidden={expanded === 'logs'}>
          <TerminalPanel
            page={page}
            expanded={expanded === 'terminal'}
            onExpand={(expand) => setExpanded(expand ? 'terminal' : undefined)}
          />
        </div>
      </div>
    </div>
  )
}

/** Which panel is expanded lives in the address: `?panel=logs`. */
function useExpandedPanel(): [Expanded | undefined, (panel: Expanded | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const panel = search.get('panel')
  const expanded = panel === 'logs' || panel === 'terminal' ? panel : undefined
  const setExpanded = (next: Expanded | undefined) =>
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
