import { historyText } from '@/messages/device-history.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { useDevicePage } from '../device-page.ts'
import { MetricHistoryPanel } from '../metrics/MetricHistoryPanel.tsx'
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
