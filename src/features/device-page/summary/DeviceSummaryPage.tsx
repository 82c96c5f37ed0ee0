import { useEffect, useRef } from 'react'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { useExpandedPanel } from '@/features/device-page/expanded-panel.ts'
import { LogsPanel } from '@/features/device-page/logs/LogsPanel.tsx'
import { MetricsRow } from '@/features/device-page/metrics/MetricsRow.tsx'
import { ServicesPanel } from '@/features/device-page/services/ServicesPanel.tsx'
import { SystemUpdatePanel } from '@/features/device-page/updates/SystemUpdatePanel.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { WatchButton } from '@/widgets/watches/WatchButton.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { DeviceInfoPanel } from './DeviceInfoPanel.tsx'
import { DeviceIssues } from './DeviceIssues.tsx'
import { DeviceState } from './DeviceState.tsx'
import styles from './DeviceSummaryPage.module.css'

/** Overview of the device: issues, metrics, services, logs, and details. */
export function Component() {
  const page = useDevicePage()
  const [expanded, setExpanded] = useExpandedPanel()
  const { device, services, situation } = page
  const logs = useRef<HTMLDivElement>(null)
  const isWide = expanded === 'logs'
  useEffect(() => {
    if (isWide) logs.current?.scrollIntoView({ block: 'start' })
  }, [isWide])
  return (
    <div className={styles.summary}>
      <PageTitle
        title={device.device_name}
        state={<DeviceState device={device} />}
        actions={
          <>
            <WatchButton subject={{ of: 'device', uuid: device.uuid, name: device.device_name }} />
            <DeviceActions page={page} />
          </>
        }
      />
      <DeviceIssues page={page} />
      <SystemUpdatePanel page={page} />
      <MetricsRow device={device} />
      <div className={styles.columns} data-wide={isWide || undefined}>
        {(situation.localMode || services.length > 0) && (
          <div className={styles.side}>
            <ServicesPanel page={page} />
          </div>
        )}
        {/* Before the facts, which are longer: on a phone it is then near. */}
        <div ref={logs} className={styles.logs}>
          <LogsPanel
            page={page}
            className={styles.log}
            expansion={{
              expanded: isWide,
              onExpand: (expand) => setExpanded(expand ? 'logs' : undefined),
            }}
          />
        </div>
        <div className={styles.side}>
          <DeviceInfoPanel page={page} />
        </div>
      </div>
    </div>
  )
}
