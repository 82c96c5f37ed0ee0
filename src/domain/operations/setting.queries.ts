import { queryOptions } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { may, type Role } from '@/domain/access/permissions.ts'
import { FREE_PLAN } from '@/domain/billing/free-allowance.ts'
import * as poll from '@/domain/polling.ts'

/** How long checks for disabled reasons are cached. */
export const REASON_STALE_MS = 5_000

/** Properties of a device type, from its contract. */
export interface KnownDeviceType {
  name: string
  /** Null if the type has none. */
  architecture: string | null
  /** It has an LED that can blink. */
  hasLight: boolean
}

/** All device types by slug. */
export const deviceTypesQuery = queryOptions({
  queryKey: ['device-types'],
  staleTime: poll.deviceTypes,
  refetchInterval: poll.deviceTypes,
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, KnownDeviceType>> => {
    const rows = await api().data.query('device_type', signal, {
      $select: ['slug', 'name', 'contract'],
      $expand: { is_of__cpu_architecture: { $select: ['slug'] } },
      $orderby: { name: 'asc' },
    })
    return new Map(
      rows.map(({ slug, name, contract, is_of__cpu_architecture: [architecture] }) => [
        slug,
        { name, architecture: architecture?.slug ?? null, hasLight: saysLight(contract) },
      ]),
    )
  },
})

/** If the contract does not mention an LED, the device decides. */
function saysLight(contract: unknown): boolean {
  const data = typeof contract === 'object' && contract !== null && 'data' in contract ? contract.data : null
  return !(typeof data === 'object' && data !== null && 'led' in data && data.led === false)
}

/** The slugs of device types without an LED. */
export function typesWithoutLight(types: ReadonlyMap<string, KnownDeviceType>): ReadonlySet<string> {
  return new Set([...types].filter(([, { hasLight }]) => !hasLight).map(([slug]) => slug))
}

/** Whether devices of this fleet can have public URLs. */
export const supportsWebUrlQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application', 'web-url', { fleetId }],
    staleTime: poll.deviceTypes,
    queryFn: async ({ signal }): Promise<boolean | null> => {
      const fleet = await api().data.get({
        resource: 'application',
        id: fleetId,
        options: {
          $select: ['id'],
          $expand: { application_type: { $select: ['supports_web_url'] } },
        },
        passthrough: { signal },
      })
      return fleet?.application_type[0]?.supports_web_url ?? null
    },
  })

/** Plans are visible only to users with access to billing; for others the platform decides. */
export const maySeePlan = (role: Role): boolean => may(role, 'resin.organization.access_billing')

/** Whether an organization has the free plan. */
export const isFreePlanQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['organization', 'free-plan', { organizationId }],
    staleTime: REASON_STALE_MS,
    queryFn: async ({ signal }): Promise<boolean> => {
      if (!offers('billing')) return false
      const subscriptions = await api().data.query('subscription', signal, {
        $select: ['id'],
        $filter: { is_active: true, is_for__organization: organizationId },
        $expand: { is_for__plan: { $select: ['billing_code'] } },
      })
      return !subscriptions.some(({ is_for__plan: [plan] }) => plan?.billing_code !== FREE_PLAN)
    },
  })
