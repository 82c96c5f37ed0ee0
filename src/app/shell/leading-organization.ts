import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { ownOrganizationsQuery, type OwnOrganization } from '@/domain/organization/organization.queries.ts'

/**
 * The organization that leads the navigation: the user's only one, else the one whose page or application is open. Only
 * from what pages read anyway.
 */
export function useCurrentOrganization(): Pick<OwnOrganization, 'id' | 'name' | 'logo_image'> | undefined {
  const { orgId, applicationId } = useParams()
  const { data: own = [] } = useQuery(ownOrganizationsQuery())
  const application = useQuery({ ...fleetQuery(Number(applicationId)), enabled: false })
  const [only] = own
  if (own.length === 1) return only
  const open = orgId === undefined ? application.data?.organization[0].id : Number(orgId)
  return own.find(({ id }) => id === open)
}
