import { useQuery } from '@tanstack/react-query'
import { isFreePlanQuery, maySeePlan } from '../operations/setting.queries.ts'
import type { Role } from '../access/permissions.ts'

/** Whether an organization pays nothing; undefined for who may not see it: the platform decides then. */
export function useFreePlan(role: Role | undefined, organization: number): boolean | undefined {
  const { data } = useQuery({
    ...isFreePlanQuery(organization),
    enabled: role !== undefined && maySeePlan(role),
  })
  return data
}
