import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

/** The plan without a price. */
export const FREE_PLAN = 'free'

/** Number of devices included in the free plan (docs/decisions/product-rules.md, 30). */
export const FREE_ALLOWANCE = 10

/** From this number of devices on, a free organization is flagged for staff (docs/decisions/product-rules.md, 30). */
const FLAGGED_FROM = 4

/** The devices of an organization, and how many of them the free plan includes. */
export interface FreeAllowance {
  totalDeviceCount: number
  freeDeviceAllowance: number
  hasFrozenFreeDevices: boolean
}

/** Number of devices above the allowance; zero or less if all are included. */
export const beyondAllowance = ({ totalDeviceCount, freeDeviceAllowance }: FreeAllowance): number =>
  totalDeviceCount - freeDeviceAllowance

/** Whether an organization with this number of devices is flagged for staff, if it is on the free plan. */
export const isFlaggedForStaff = (devices: number): boolean => devices >= FLAGGED_FROM

/** Filter for the devices of an organization. */
export const allowanceDevicesQuery = (organization: number) => ({
  belongs_to__application: { $any: { $alias: 'bta', $expr: { bta: { organization } } } },
})

/** Why an organization cannot move to the free plan; undefined if it can (docs/decisions/product-rules.md, 30). */
export function whyBeyondFree(allowance: FreeAllowance): 'frozen-devices' | 'too-many-devices' | undefined {
  if (allowance.hasFrozenFreeDevices) return 'frozen-devices'
  return beyondAllowance(allowance) > 0 ? 'too-many-devices' : undefined
}

/** Reads how many devices of an organization count, and whether devices above the allowance are frozen. */
export async function readFreeAllowance(organization: number, signal: AbortSignal): Promise<FreeAllowance> {
  const { data } = api()
  const count = ($filter: object) =>
    data.query('device', signal, {
      $count: { $filter: { ...$filter, ...allowanceDevicesQuery(organization) } },
    })
  const [frozen, active] = await Promise.all([count({ is_frozen: true }), count({ is_active: true })])
  return {
    totalDeviceCount: active,
    freeDeviceAllowance: FREE_ALLOWANCE,
    hasFrozenFreeDevices: frozen > 0,
  }
}

/** The same for screens. */
export const freeAllowanceQuery = (organization: number) =>
  queryOptions({
    queryKey: ['device', 'free-allowance', { organization }],
    staleTime: 30_000,
    queryFn: ({ signal }) => readFreeAllowance(organization, signal),
  })
