import { useQuery } from '@tanstack/react-query'
import type { Role } from '@/domain/access/permissions.ts'
import { isFreePlanQuery, maySeePlan } from '@/domain/operations/setting.queries.ts'

/** Whether an organization has the free plan. Undefined if the user cannot see the plan; then the platform decides. */
export function useFreePlan(role: Role | undefined, organization: number): boolean | undefined {
  const { data } = useQuery({
    ...isFreePlanQuery(organization),
    enabled: role !== undefined && maySeePlan(role),
  })
  return data
}
