import { useState } from 'react'
import { operationCommands } from '@/domain/operations/operation-commands.ts'
import type { OperationName } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { OperationSection } from '@/features/device-page/OperationSection.tsx'
import { DeviceState } from '@/features/device-page/summary/DeviceState.tsx'
import { identifyDevice } from '@/features/device-page/summary/identify-device.ts'
import { useDeviceSetting } from '@/features/device-page/use-device-setting.ts'
import { beside } from '@/messages/common/compose.ts'
import { actionsPageText as text } from '@/messages/device-page/device-settings.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import styles from './DeviceActionsPage.module.css'

const primary = ['identify', 'restart'] as const
const dangerous = ['purge', 'reboot', 'shutdown'] as const

type PageAction = (typeof primary)[number] | (typeof dangerous)[number]
type Confirmed = Exclude<PageAction, 'identify'>

/** The actions on the device as a machine, with descriptions and documentation links. */
export function Component() {
  const page = useDevicePage()
  const { device } = page
  const setting = useDeviceSetting(page)
  const [asking, setAsking] = useState<Confirmed | null>(null)
  const section = (name: PageAction) => (
    <OperationSection
      key={name}
      name={name}
      title={operationText.names[name]}
      blurb={text.blurbs[name]}
      control={
        <Button
          variant={operations[name].dangerous ? 'danger' : 'default'}
          reason={whyNotOperate(name, device, setting)}
          onClick={() => (name === 'identify' ? void identifyDevice(device) : setAsking(name))}
        >
          {operationText.confirm[name]}
        </Button>
      }
    >
      <EquivalentCommand {...operationCommands<OperationName>(name, [device], undefined)} />
    </OperationSection>
  )
  return (
    <div className={styles.page}>
      <PageTitle
        title={text.tab}
        documentTitle={beside(text.tab, device.device_name)}
        state={<DeviceState device={device} />}
      />
      <Panel title={text.primary} flush>
        {primary.map(section)}
      </Panel>
      <Panel title={text.dangerous} flush>
        {dangerous.map(section)}
      </Panel>
      {asking && (
        <OperationDialog name={asking} device={device} input={undefined} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}
