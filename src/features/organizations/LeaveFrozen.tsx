import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { leaveFrozen } from '@/widgets/organization/organization-route.ts'

/** Redirects from an organization that was frozen while its page was open (docs/decisions/product-rules.md, 37). */
export function LeaveFrozen({ organization }: { organization: Organization }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(leaveFrozen(organization), { replace: true }), [navigate, organization])
  return null
}
