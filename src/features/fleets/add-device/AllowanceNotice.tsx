import { useQuery } from '@tanstack/react-query'
import { FREE_ALLOWANCE } from '@/domain/free-allowance.ts'
import { maySeePlan } from '@/domain/operations/setting.queries.ts'
import type { Role } from '@/domain/permissions.ts'
import { freePlanText as text } from '@/messages/fleet-add-device.ts'
import { Banner } from '@/ui/Banner.tsx'
import { useFreePlan } from '@/domain/use-free-plan.ts'
import { activeDevicesQuery, hasFrozenDevicesQuery } from './add-device.queries.ts'

export interface Allowance {
  /** Why no device can be added; undefined while there is room, or while nothing is known. */
  reason: string | undefined
  /** What can be done about it. */
  remedy: string
}

/** Whether the plan of an organization has room for another device (spec 2 §4 "Frozen", decisions 30). */
export function useAllowance(role: Role, organization: number): Allowance {
  const isFree = useFreePlan(role, organization)
  const maySee = maySeePlan(role)
  const { data: count } = useQuery({ ...activeDevicesQuery(organization), enabled: isFree === true })
  const { data: hasFrozen } = useQuery({ ...hasFrozenDevicesQuery(organization), enabled: !maySee })
  if (!maySee) {
    // The plan is not theirs to see, but devices are frozen only when it has no room left.
    const reason = hasFrozen ? text.free_plan_allowance_reached(FREE_ALLOWANCE) : undefined
    return { reason, remedy: text.contact_administrator_to_upgrade_plan }
  }
  const remedy = text.upgrade_plan_to_enable_new_provision
  if (isFree !== true || count === undefined || count < FREE_ALLOWANCE) return { reason: undefined, remedy }
  const reason =
    count > FREE_ALLOWANCE
      ? text.provisioned_more_devices_than_free_allowance(count, FREE_ALLOWANCE)
      : text.free_plan_allowance_reached(FREE_ALLOWANCE)
  return { reason, remedy }
}

/** Says that the free plan has no room left. */
export function AllowanceNotice({ allowance: { reason, remedy } }: { allowance: Allowance }) {
  return reason !== undefined && <Banner tone="warn">{`${reason} ${remedy}`}</Banner>
}
