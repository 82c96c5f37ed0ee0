import { IconCpu, IconTransform } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { osUpdateText, supervisorUpdateText } from '@/messages/operations/updates.ts'
import type { MenuAction } from '@/ui/overlay/MenuItem.tsx'
import { OsUpdateDialog } from './OsUpdateDialog.tsx'
import { SupervisorUpdateDialog } from './SupervisorUpdateDialog.tsx'
import { whyNotBeginOsUpdate, whyNotBeginSupervisorUpdate } from './why-not-update.ts'

/** OS and supervisor update: menu entries, and the dialog of the selected one. */
export function useSystemUpdates(page: DevicePageData): {
  actions: readonly MenuAction[]
  ask: (what: 'os' | 'supervisor') => void
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<'os' | 'supervisor' | null>(null)
  const ids = [page.device.id]
  const close = () => setAsking(null)
  return {
    actions: [
      {
        label: osUpdateText.action,
        icon: <IconTransform size={16} />,
        reason: whyNotBeginOsUpdate(page),
        onSelect: () => setAsking('os'),
      },
      {
        label: supervisorUpdateText.action,
        icon: <IconCpu size={16} />,
        reason: whyNotBeginSupervisorUpdate(page),
        onSelect: () => setAsking('supervisor'),
      },
    ],
    ask: setAsking,
    dialog:
      asking === 'os' ? (
        <OsUpdateDialog ids={ids} deviceName={page.device.device_name} onClose={close} />
      ) : asking === 'supervisor' ? (
        <SupervisorUpdateDialog ids={ids} onClose={close} />
      ) : null,
  }
}
