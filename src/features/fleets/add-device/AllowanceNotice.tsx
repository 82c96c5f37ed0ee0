import { useQuery } from '@tanstack/react-query'
import type { Role } from '@/domain/access/permissions.ts'
import { beyondAllowance, FREE_ALLOWANCE, freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { maySeePlan } from '@/domain/operations/setting.queries.ts'
import { freePlanText as text } from '@/messages/fleets/fleet-add-device.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'

export interface Allowance {
  /** The reason why no device can be added; undefined if there is room or the usage is unknown. */
  reason: string | undefined
  /** How to resolve it. */
  remedy: string
}

/** Whether the plan of an organization allows another device (docs/decisions/product-rules.md, 30). */
export function useAllowance(role: Role, organization: number): Allowance {
  const isFree = useFreePlan(role, organization)
  const maySee = maySeePlan(role)
  const { data: devices } = useQuery({
    ...freeAllowanceQuery(organization),
    enabled: isFree === true || !maySee,
  })
  if (!maySee) {
    // The user cannot see the plan, but frozen devices mean that it is full.
    const reason = devices?.hasFrozenFreeDevices
      ? text.free_plan_allowance_reached(FREE_ALLOWANCE)
      : undefined
    return { reason, remedy: text.contact_administrator_to_upgrade_plan }
  }
  const remedy = text.upgrade_plan_to_enable_new_provision
  if (isFree !== true || devices === undefined) return { reason: undefined, remedy }
  const beyond = beyondAllowance(devices)
  if (beyond < 0) return { reason: undefined, remedy }
  const reason =
    beyond > 0
      ? text.provisioned_more_devices_than_free_allowance(devices.totalDeviceCount, FREE_ALLOWANCE)
      : text.free_plan_allowance_reached(FREE_ALLOWANCE)
  return { reason, remedy }
}

/** Warns that the free plan is full. */
export function AllowanceNotice({ allowance: { reason, remedy } }: { allowance: Allowance }) {
  return reason !== undefined && <Banner tone="warn">{`${reason} ${remedy}`}</Banner>
}
