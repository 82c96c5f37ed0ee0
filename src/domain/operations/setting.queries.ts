import { queryOptions } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { FREE_PLAN } from '../billing/free-allowance.ts'
import { may, type Role } from '../access/permissions.ts'
import * as poll from '@/domain/polling.ts'

/** Checks behind disabled reasons are good for this long. */
export const REASON_STALE_MS = 5_000

/** What is known of a device type from its contract. */
export interface KnownDeviceType {
  name: string
  /** Null where the type names none. */
  architecture: string | null
  /** Its board has a light that can blink. */
  hasLight: boolean
}

/** Every device type by slug. */
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

/** A contract that says nothing of a light leaves it to the device. */
function saysLight(contract: unknown): boolean {
  const data = typeof contract === 'object' && contract !== null && 'data' in contract ? contract.data : null
  return !(typeof data === 'object' && data !== null && 'led' in data && data.led === false)
}

/** The slugs of the device types whose boards cannot blink. */
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

/** Plans are told only to who may see billing; others learn from the platform's own refusal. */
export const maySeePlan = (role: Role): boolean => may(role, 'resin.organization.access_billing')

/** Whether an organization is on the free plan. */
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
