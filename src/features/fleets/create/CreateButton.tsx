import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetCreateText as text } from '@/messages/fleets/fleet-create.ts'
import { Button } from '@/ui/form/Button.tsx'
import { administeredOrganizationsQuery } from './create.queries.ts'

export interface CreateButtonProps {
  fleetClass: FleetClass
  /** The preselected organization; undefined: any organization of the user. */
  organization?: number | undefined
  onPress: () => void
}

/** Opens the dialog to create a fleet, app or block; for organization administrators. */
export function CreateButton({ fleetClass, organization, onPress }: CreateButtonProps) {
  const { data: organizations } = useQuery(administeredOrganizationsQuery())
  const mine = organizations?.filter(({ id }) => organization === undefined || id === organization)
  return (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={mine?.length === 0 ? text.onlyAdministrators(fleetClass) : undefined}
      onClick={onPress}
    >
      {text.open(fleetClass)}
    </Button>
  )
}
