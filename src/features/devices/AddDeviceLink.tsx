import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import { paths } from '@/lib/paths.ts'
import { addDeviceText } from '@/messages/fleet-add-device.ts'
import { Button, ButtonLink } from '@/ui/Button.tsx'

export interface AddDeviceLinkProps {
  fleetId: number
  size?: 'm' | 's'
}

/** The way to the dialog that adds a device; says why to whoever may not add one. */
export function AddDeviceLink({ fleetId, size = 'm' }: AddDeviceLinkProps) {
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const reason = role ? whyNotAllowed(role, 'resin.device.create') : undefined
  const looks = { size, variant: 'primary', icon: <IconPlus size={16} aria-hidden="true" /> } as const
  return reason === undefined ? (
    <ButtonLink {...looks} to={paths.addDevice(fleetId)}>
      {addDeviceText.open}
    </ButtonLink>
  ) : (
    <Button {...looks} reason={reason}>
      {addDeviceText.open}
    </Button>
  )
}
