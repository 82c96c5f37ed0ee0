import { useQuery } from '@tanstack/react-query'
import type { Role } from '@/domain/access/permissions.ts'
import type { OperationSetting } from '@/domain/operations/operation.ts'
import {
  deviceTypesQuery,
  isFreePlanQuery,
  maySeePlan,
  supportsWebUrlQuery,
  typesWithoutLight,
} from '@/domain/operations/setting.queries.ts'

/** Conditions besides the device for operations. Unknown conditions do not disable anything. */
export function useOperationSetting(
  role: Role,
  fleetId: number | undefined,
  organizationId: number | undefined,
): OperationSetting {
  const { data: cannotBlink } = useQuery({ ...deviceTypesQuery, select: typesWithoutLight })
  const { data: supportsWebUrl } = useQuery({
    ...supportsWebUrlQuery(fleetId ?? 0),
    enabled: fleetId !== undefined,
  })
  const { data: isFreePlan } = useQuery({
    ...isFreePlanQuery(organizationId ?? 0),
    enabled: organizationId !== undefined && maySeePlan(role),
  })
  return { role, cannotBlink, supportsWebUrl: supportsWebUrl ?? undefined, isFreePlan }
}
