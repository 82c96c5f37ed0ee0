import { historyText } from '@/messages/device-history.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { useDevicePage } from '../device-page.ts'
import { MetricHistoryPanel } from '../metrics/MetricHistoryPanel.tsx'
import { ActivityPanel } from './ActivityPanel.tsx'
import { EventsPanel } from './EventsPanel.tsx'

/** How the device came to be as it is: its metrics over time, and what happened to it. */
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
