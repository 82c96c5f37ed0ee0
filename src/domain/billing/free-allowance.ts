import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

/** The plan without a price. */
export const FREE_PLAN = 'free'

/** Devices that cost nothing on the free plan (docs/decisions/product-rules.md, 30). */
export const FREE_ALLOWANCE = 10

/** From this many devices on, staff see a free organization marked (docs/decisions/product-rules.md, 30). */
const FLAGGED_FROM = 4

/** How the devices of an organization stand to the free plan. */
export interface FreeAllowance {
  totalDeviceCount: number
  freeDeviceAllowance: number
  hasFrozenFreeDevices: boolean
}

/** How many devices there are beyond the free ones; zero or less when all are free. */
export const beyondAllowance = ({ totalDeviceCount, freeDeviceAllowance }: FreeAllowance): number =>
  totalDeviceCount - freeDeviceAllowance

/** Whether staff see an organization on the free plan marked, by how many devices it has. */
export const isFlaggedForStaff = (devices: number): boolean => devices >= FLAGGED_FROM

/** The devices of an organization: a filter. */
export const devicesOf = (organization: number) => ({
  belongs_to__application: { $any: { $alias: 'bta', $expr: { bta: { organization } } } },
})

/** How many devices of an organization count, and whether some are frozen that are beyond the free ones. */
export const freeAllowanceQuery = (organization: number) =>
  queryOptions({
    queryKey: ['device', 'free-allowance', { organization }],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<FreeAllowance> => {
      const { data } = api()
      const count = ($filter: object) =>
        data.query('device', signal, { $count: { $filter: { ...$filter, ...devicesOf(organization) } } })
      const [frozen, active] = await Promise.all([count({ is_frozen: true }), count({ is_active: true })])
      return {
        totalDeviceCount: active,
        freeDeviceAllowance: FREE_ALLOWANCE,
        hasFrozenFreeDevices: frozen > 0,
      }
    },
  })
