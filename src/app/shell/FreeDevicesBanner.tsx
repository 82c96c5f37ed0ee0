import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { beyondAllowance, FREE_ALLOWANCE, freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { maySeeBilling } from '@/domain/organization/frozen-organization.ts'
import type { OwnOrganization } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'
import { billingBannerText as text } from '@/messages/billing/billing-banners.ts'
import { sentences } from '@/messages/common/compose.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { frozenCountQuery } from './billing-banners.queries.ts'
import { FrozenDevicesDialog } from './FrozenDevicesDialog.tsx'
import { provisionedMoreDismissed } from './preferences.ts'

/**
 * For an organization with more devices than its free plan includes: which are frozen, and that none can be added
 * (docs/decisions/product-rules.md, 31).
 */
export function FreeDevicesBanner({ organization }: { organization: OwnOrganization }) {
  const { data: frozen } = useQuery(frozenCountQuery(organization.id))
  const { data: allowance } = useQuery({
    ...freeAllowanceQuery(organization.id),
    enabled: frozen !== undefined && frozen > 0,
  })
  const beyond = frozen === 0 ? 0 : allowance && beyondAllowance(allowance)
  const [dismissed, dismiss] = useDismissal(organization.id, beyond)
  const [listing, setListing] = useState(false)
  if (frozen === undefined || frozen === 0) return null
  const { id, name } = organization
  const maySettle = maySeeBilling(organization)
  return (
    <>
      <Banner
        bar
        tone="warn"
        action={
          <>
            <Button size="s" aria-haspopup="dialog" onClick={() => setListing(true)}>
              {text.whichDevices}
            </Button>
            {maySettle && (
              <ButtonLink size="s" to={paths.billing(id, { part: 'billing-plans' })}>
                {text.toPlans}
              </ButtonLink>
            )}
          </>
        }
      >
        {sentences(
          text.frozenDevices(name, FREE_ALLOWANCE),
          maySettle ? text.upgradeOrRemove : text.contactToUpgrade,
        )}
      </Banner>
      {beyond !== undefined && beyond > 0 && !dismissed && (
        <Banner bar tone="info" onDismiss={dismiss}>
          {text.beyond(name, beyond, FREE_ALLOWANCE)}
        </Banner>
      )}
      <FrozenDevicesDialog organization={organization} opened={listing} onClose={() => setListing(false)} />
    </>
  )
}

/** Whether the notice was dismissed; it is shown again after the number of devices was within the limit. */
function useDismissal(organization: number, beyond: number | undefined) {
  const [all, setAll] = useStored(provisionedMoreDismissed)
  const dismissed = all.includes(organization)
  const isOver = beyond !== undefined && beyond <= 0
  useEffect(() => {
    if (dismissed && isOver) setAll(all.filter((id) => id !== organization))
  })
  return [dismissed, () => setAll([...all, organization])] as const
}
