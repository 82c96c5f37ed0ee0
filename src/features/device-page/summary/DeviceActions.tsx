import {
  IconArrowsDiff,
  IconBulb,
  IconColumns2,
  IconDots,
  IconPower,
  IconRefresh,
  IconReload,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { OperationName } from '@/domain/operations/operation.ts'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { OperationDialog } from '@/features/device-page/OperationDialog.tsx'
import { useSystemUpdates } from '@/features/device-page/updates/use-system-updates.tsx'
import { useDeviceSetting } from '@/features/device-page/use-device-setting.ts'
import { paths } from '@/lib/paths.ts'
import { actionText } from '@/messages/device-page/device.ts'
import { multiDeviceLogsText, multiDeviceText, runText } from '@/messages/device-page/multi-device.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { identifyDevice } from './identify-device.ts'

const CompareWith = lazy(() =>
  import('@/features/device-page/compare/CompareWith.tsx').then((loaded) => ({
    default: loaded.CompareWith,
  })),
)

/** Actions that need confirmation; identifying the device does not. */
type Confirmed = 'restart' | 'reboot' | 'shutdown' | 'purge'

/** Actions on the device as a whole, with their confirmation dialogs. */
export function DeviceActions({ page }: { page: DevicePageData }) {
  const { device } = page
  const setting = useDeviceSetting(page)
  const updates = useSystemUpdates(page)
  const [asking, setAsking] = useState<Confirmed | null>(null)
  const [isComparing, setComparing] = useState(false)
  const reasonFor = (name: OperationName) => whyNotOperate(name, device, setting)
  const entry = (name: Confirmed, icon: React.ReactNode) => ({
    key: name,
    label: operationText.names[name],
    icon,
    danger: name === 'purge',
    reason: reasonFor(name),
    onSelect: () => setAsking(name),
  })
  return (
    <>
      <Button reason={reasonFor('restart')} onClick={() => setAsking('restart')}>
        {actionText.restart}
      </Button>
      <Button reason={reasonFor('reboot')} onClick={() => setAsking('reboot')}>
        {actionText.reboot}
      </Button>
      <Menu
        trigger={
          <Button>
            {actionText.menu} <IconDots size={16} aria-hidden="true" />
          </Button>
        }
        groups={[
          {
            actions: [
              {
                key: 'identify',
                label: operationText.names.identify,
                icon: <IconBulb size={16} />,
                reason: reasonFor('identify'),
                onSelect: () => void identifyDevice(device),
              },
              entry('restart', <IconRefresh size={16} />),
            ],
          },
          {
            actions: [
              {
                label: multiDeviceLogsText.menu,
                icon: <IconColumns2 size={16} />,
                to: paths.deviceLogs([device.uuid]),
              },
              {
                label: runText.menu,
                icon: <IconTerminal2 size={16} />,
                to: paths.runCommand([device.uuid]),
              },
              {
                key: 'compare',
                label: multiDeviceText.compareWith,
                icon: <IconArrowsDiff size={16} />,
                onSelect: () => setComparing(true),
              },
            ],
          },
          { actions: updates.actions },
          {
            title: actionText.dangerous,
            actions: [
              entry('reboot', <IconReload size={16} />),
              entry('shutdown', <IconPower size={16} />),
              entry('purge', <IconTrash size={16} />),
            ],
          },
        ]}
      />
      {updates.dialog}
      {isComparing && (
        <Suspense fallback={null}>
          <CompareWith device={device} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      {asking && (
        <OperationDialog name={asking} device={device} input={undefined} onClose={() => setAsking(null)} />
      )}
    </>
  )
}
