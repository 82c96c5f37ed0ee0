import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import { freeAllowanceQuery, isFlaggedForStaff } from '@/domain/billing/free-allowance.ts'
import { isFreePlanQuery } from '@/domain/operations/setting.queries.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { Tag } from '@/ui/display/Tag.tsx'

/** Shows staff that an organization on a free plan has many devices (docs/decisions/product-rules.md, 30). */
export function FreePlanFlag({ organization }: { organization: number }) {
  const isStaff = staffRole(api().session.claims()?.permissions) !== undefined
  const { data: isFree } = useQuery({ ...isFreePlanQuery(organization), enabled: isStaff })
  const { data: allowance } = useQuery({ ...freeAllowanceQuery(organization), enabled: isFree === true })
  if (!isStaff || allowance === undefined) return null
  const devices = allowance.totalDeviceCount
  return isFlaggedForStaff(devices) && <Tag>{text.freePlanFlag(devices)}</Tag>
}
