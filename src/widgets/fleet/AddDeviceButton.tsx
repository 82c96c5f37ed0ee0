import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'
import { Button } from '@/ui/form/Button.tsx'
import { useAddDevice } from './use-add-device.ts'

export interface AddDeviceButtonProps {
  fleetId: number
  size?: 'm' | 's'
}

/** Opens the dialog that adds a device; disabled with the reason for users without permission. */
export function AddDeviceButton({ fleetId, size = 'm' }: AddDeviceButtonProps) {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const { open } = useAddDevice()
  return (
    <Button
      variant="primary"
      size={size}
      icon={<IconPlus size={16} aria-hidden="true" />}
      aria-haspopup="dialog"
      reason={role ? whyNotAllowed(role, 'resin.device.create') : undefined}
      onClick={open}
    >
      {text.open}
    </Button>
  )
}
