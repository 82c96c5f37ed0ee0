import { IconBulb, IconDots, IconPower, IconRefresh, IconReload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { actionText } from '@/messages/device.ts'
import { Button } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { Menu } from '@/ui/Menu.tsx'
import { showToast } from '@/ui/toasts.ts'
import { canForce, whyNotAct, type DeviceAction } from './device-actions.ts'
import type { DevicePageData } from './device-page.ts'
import { deviceQuery } from './device.queries.ts'
import { failureText } from './failure-text.ts'

/** Actions that are confirmed first; blinking needs no second thought. */
type Confirmed = Exclude<DeviceAction, 'identify'>
type Asking = { action: Confirmed; force: boolean }

/** What may be done to the device as a whole, with what each asks before it runs. */
export function DeviceActions({ page }: { page: DevicePageData }) {
  const { device, situation } = page
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (action: Confirmed) => setAsking({ action, force: false })
  const reasonFor = (action: DeviceAction) => whyNotAct(action, situation)
  const entry = (action: Confirmed, icon: React.ReactNode, danger = false) => ({
    key: action,
    label: actionText.names[action],
    icon,
    danger,
    reason: reasonFor(action),
    onSelect: () => ask(action),
  })
  return (
    <>
      <Button reason={reasonFor('restart')} onClick={() => ask('restart')}>
        {actionText.restart}
      </Button>
      <Button reason={reasonFor('reboot')} onClick={() => ask('reboot')}>
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
                label: actionText.names.identify,
                icon: <IconBulb size={16} />,
                reason: reasonFor('identify'),
                onSelect: () => void identify(device.uuid, device.device_name),
              },
              entry('restart', <IconRefresh size={16} />),
            ],
          },
          {
            title: actionText.dangerous,
            actions: [
              entry('reboot', <IconReload size={16} />),
              entry('shutdown', <IconPower size={16} />),
              entry('purge', <IconTrash size={16} />, true),
            ],
          },
        ]}
      />
      {asking && (
        <ActionDialog key={String(asking.force)} page={page} asking={asking} setAsking={setAsking} />
      )}
    </>
  )
}

interface ActionDialogProps {
  page: DevicePageData
  asking: Asking
  setAsking: React.Dispatch<React.SetStateAction<Asking | null>>
}

function ActionDialog({
  page: { device, situation },
  asking: { action, force },
  setAsking,
}: ActionDialogProps) {
  const queries = useQueryClient()
  const name = device.device_name
  const run = async () => {
    try {
      await perform(action, { deviceId: device.id, fleetId: situation.fleetId }, force)
    } catch (error) {
      // An update lock refuses; whoever may force it is asked again (spec 2 §4).
      if (isApiError(error, 'locked') && canForce(action) && !force) return setAsking({ action, force: true })
      throw error
    }
    showToast({ tone: 'ok', title: actionText.done, detail: `${actionText.names[action]} · ${name}` })
    await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
  }
  return (
    <ConfirmDialog
      opened
      // Closing after a lock must not take away the question that has just replaced this one.
      onClose={() => setAsking((now) => (now?.force === force ? null : now))}
      title={force ? actionText.force.title : actionText.titles[action]}
      confirmLabel={force && canForce(action) ? actionText.force[action] : actionText.names[action]}
      danger={force || action !== 'restart'}
      describeError={(error) => (isApiError(error, 'locked') ? actionText.locked : failureText(error))}
      onConfirm={run}
    >
      {force ? actionText.force.explain(name) : actionText.explain[action](name)}
    </ConfirmDialog>
  )
}

async function perform(action: Confirmed, ids: { deviceId: number; fleetId: number | null }, force: boolean) {
  const { supervisor } = api()
  const { deviceId, fleetId } = ids
  if (action === 'reboot') return supervisor.reboot(deviceId, force)
  if (fleetId === null) throw new Error(actionText.noFleet)
  switch (action) {
    case 'restart':
      return supervisor.restartServices(deviceId, fleetId)
    case 'shutdown':
      return supervisor.shutdown(deviceId, fleetId, force)
    case 'purge':
      return supervisor.purge(deviceId, fleetId)
  }
}

async function identify(uuid: string, name: string) {
  try {
    await api().supervisor.identify(uuid)
    showToast({ tone: 'ok', title: actionText.identifySent(name) })
  } catch (error) {
    showToast({ tone: 'bad', title: actionText.identifyFailed(name), detail: failureText(error) })
  }
}
