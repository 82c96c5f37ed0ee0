import { useQuery } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { fleetCreateText } from '@/messages/fleets/fleet-create.ts'
import { deployText } from '@/messages/fleets/fleet-deploy.ts'
import { fleetListText as text } from '@/messages/fleets/fleets.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { administeredOrganizationsQuery } from './create/create.queries.ts'

export interface FirstFleetProps {
  fleetClass: FleetClass
  onCreate: () => void
  onDeploy: () => void
}

/** Shown to users without any fleet, app or block: how to get one, depending on their permissions. */
export function FirstFleet({ fleetClass, onCreate, onDeploy }: FirstFleetProps) {
  const { data: organizations, isPending } = useQuery(administeredOrganizationsQuery())
  const title = text.empty(fleetClass)
  if (staffRole(api().session.claims()?.permissions) === 'support_agent') {
    return <EmptyState title={title} detail={text.emptyForSupport(fleetClass)} />
  }
  if (isPending) return <EmptyState title={title} />
  if (organizations === undefined || organizations.length === 0) {
    return <EmptyState title={title} detail={text.emptyDetail(fleetClass)} />
  }
  return (
    <EmptyState
      title={title}
      detail={text.emptyForAdministrator(fleetClass)}
      action={
        <>
          <Button onClick={onCreate}>{fleetCreateText.open(fleetClass)}</Button>
          {offers('builds') && <Button onClick={onDeploy}>{deployText.open}</Button>}
        </>
      }
    />
  )
}
