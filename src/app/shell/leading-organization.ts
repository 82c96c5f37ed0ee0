import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { deviceKey } from '@/domain/device/device-key.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { ownOrganizationsQuery, type OwnOrganization } from '@/domain/organization/organization.queries.ts'

/**
 * The organization that leads the navigation: the user's only one, else the one whose page, application or device is open.
 * Only from what pages read anyway.
 */
export function useCurrentOrganization(): Pick<OwnOrganization, 'id' | 'name' | 'logo_image'> | undefined {
  const { orgId, applicationId, deviceUuid } = useParams()
  const { data: own = [] } = useQuery(ownOrganizationsQuery())
  const application = useQuery({ ...fleetQuery(Number(applicationId)), enabled: false })
  const ofDevice = useOrganizationOfDevice(deviceUuid)
  const [only] = own
  if (own.length === 1) return only
  const open = orgId === undefined ? (application.data?.organization[0].id ?? ofDevice) : Number(orgId)
  return own.find(({ id }) => id === open)
}

/** The part of a device, as its page reads it, that leads to its organization. */
interface OwnedDevice {
  belongs_to__application: readonly { organization: readonly { id: number }[] }[]
}

function useOrganizationOfDevice(uuid: string | undefined): number | undefined {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (onChange) => queries.getQueryCache().subscribe(onChange),
    () =>
      uuid === undefined
        ? undefined
        : queries.getQueryData<OwnedDevice | null>(deviceKey(uuid))?.belongs_to__application[0]
            ?.organization[0]?.id,
  )
}
