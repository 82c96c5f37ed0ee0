import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { showsServiceActions } from '@/features/device-page/device-services.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { serviceText } from '@/messages/device-page/device.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ServiceItem } from './ServiceItem.tsx'
import styles from './ServicesPanel.module.css'

/**
 * The services of the device and their statuses, with buttons if the supervisor supports them
 * (docs/decisions/product-rules.md, 20).
 */
export function ServicesPanel({ page }: { page: DevicePageData }) {
  const { services, situation } = page
  if (situation.localMode) {
    return (
      <Panel title={serviceText.panel}>
        <EmptyState compact title={serviceText.localMode} />
      </Panel>
    )
  }
  const withButtons = showsServiceActions(situation.supervisorVersion, services.length)
  return (
    <Panel title={serviceText.panel} actions={<RestartAll page={page} />} flush>
      <ul className={styles.list}>
        {services.map((row) => (
          <ServiceItem key={row.name} row={row} page={page} withButtons={withButtons} />
        ))}
      </ul>
    </Panel>
  )
}

function RestartAll({ page: { device, situation } }: { page: DevicePageData }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        icon={<IconRefresh size={15} aria-hidden="true" />}
        reason={whyNotOperate('restart', device, situation)}
        onClick={() => setAsking(true)}
      >
        {serviceText.restartAll}
      </Button>
      {isAsking && (
        <OperationDialog name="restart" device={device} input={undefined} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
