import { useDevicePage } from '@/features/device-page/device-page.ts'
import { MetricHistoryPanel } from '@/features/device-page/metrics/MetricHistoryPanel.tsx'
import { historyText } from '@/messages/device-page/device-history.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { ActivityPanel } from './ActivityPanel.tsx'
import { EventsPanel } from './EventsPanel.tsx'

/** The history of the device: its metrics over time and its events. */
export function Component() {
  const page = useDevicePage()
  return (
    <>
      <PageTitle
        hidden
        title={historyText.title}
        documentTitle={historyText.documentTitle(page.device.device_name)}
      />
      <MetricHistoryPanel device={page.device} />
      <EventsPanel page={page} />
      <ActivityPanel device={page.device} />
    </>
  )
}
