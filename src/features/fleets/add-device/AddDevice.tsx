import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import { may } from '@/domain/permissions.ts'
import { useListAddress } from '@/domain/use-list-address.ts'
import { withParams } from '@/lib/url-state.ts'
import { addDeviceText as text } from '@/messages/fleet-add-device.ts'
import { Button } from '@/ui/Button.tsx'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'

/** Opens the way to another device of a fleet; the address says that it is open. */
export function AddDevice({ fleet }: { fleet: Fleet }) {
  const { wanted, change } = useListAddress()
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const isOpen = wanted.get('add') === 'device'
  const setOpen = (add: 'device' | undefined) =>
    change((params) => withParams(params, { add }), { replace: add === undefined })
  return (
    <>
      <Button
        variant="primary"
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={role ? whyNotAllowed(role, 'resin.device.create') : undefined}
        onClick={() => setOpen('device')}
      >
        {text.open}
      </Button>
      {isOpen && role && may(role, 'resin.device.create') && (
        <AddDeviceDialog fleet={fleet} role={role} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
