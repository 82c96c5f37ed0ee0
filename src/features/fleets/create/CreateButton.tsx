import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FleetClass } from '@/domain/fleet-class.ts'
import { fleetCreateText as text } from '@/messages/fleet-create.ts'
import { Button } from '@/ui/Button.tsx'
import { administeredOrganizationsQuery } from './create.queries.ts'

export interface CreateButtonProps {
  fleetClass: FleetClass
  onPress: () => void
}

/** Opens the way to a new fleet, app or block; for administrators of an organization (spec 2 §5). */
export function CreateButton({ fleetClass, onPress }: CreateButtonProps) {
  const { data: organizations } = useQuery(administeredOrganizationsQuery())
  return (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={organizations?.length === 0 ? text.onlyAdministrators(fleetClass) : undefined}
      onClick={onPress}
    >
      {text.open(fleetClass)}
    </Button>
  )
}
