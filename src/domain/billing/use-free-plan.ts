import { useQuery } from '@tanstack/react-query'
import { isFreePlanQuery, maySeePlan } from '../operations/setting.queries.ts'
import type { Role } from '../access/permissions.ts'

/** Whether an organization has the free plan. Undefined if the user cannot see the plan; then the platform decides. */
export function useFreePlan(role: Role | undefined, organization: number): boolean | undefined {
  const { data } = useQuery({
    ...isFreePlanQuery(organization),
    enabled: role !== undefined && maySeePlan(role),
  })
  return data
}
