import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { FREE_ALLOWANCE } from '@/domain/billing/free-allowance.ts'
import { maySeeBilling } from '@/domain/organization/frozen-organization.ts'
import { ownOrganizationsQuery, type OwnOrganization } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'
import { billingBannerText as text } from '@/messages/billing/billing-banners.ts'
import { sentences } from '@/messages/common/compose.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { payingQuery } from './billing-banners.queries.ts'
import { FreeDevicesBanner } from './FreeDevicesBanner.tsx'
import { pastDueState, type PastDue } from './past-due.ts'
import { freeNoticeDismissed } from './preferences.ts'

/** Banners about unpaid invoices and the free plan, on a platform with billing (docs/decisions/product-rules.md, 31). */
export function BillingBanners() {
  const { data: organizations = [] } = useQuery(ownOrganizationsQuery())
  const visible = organizations.filter(maySeeBilling).map(({ id }) => id)
  const { data: paying, isEnabled } = useQuery(payingQuery(visible))
  // Users of paid plans know the price of devices.
  const allFree = organizations.length > 0 && visible.length === organizations.length && paying?.size === 0
  return (
    <>
      {organizations.map((organization) => (
        <PastDueBanner key={organization.id} organization={organization} />
      ))}
      {(paying !== undefined || !isEnabled) &&
        organizations
          .filter(({ id, is_frozen }) => !is_frozen && paying?.has(id) !== true)
          .map((organization) => <FreeDevicesBanner key={organization.id} organization={organization} />)}
      {allFree && <FreeNotice />}
    </>
  )
}

function wordsOf({ name }: OwnOrganization, due: PastDue): string {
  switch (due.kind) {
    case 'warning':
      return text.pastDueSince(name, due.days)
    case 'error':
      return text.freezesIn(name, due.daysLeft)
    case 'frozen':
      return text.frozen(name)
  }
}

/** A warning, then an error with a countdown, then the notice that the organization is frozen (docs/decisions/product-rules.md, 29). */
function PastDueBanner({ organization }: { organization: OwnOrganization }) {
  const { pathname } = useLocation()
  const kind = useTimeText((now) => pastDueState(organization, now)?.kind ?? '')
  const words = useTimeText((now) => {
    const due = pastDueState(organization, now)
    return due === null ? '' : wordsOf(organization, due)
  })
  if (kind === '') return null
  const isError = kind !== 'warning'
  const maySettle = maySeeBilling(organization)
  // The page that the link leads to begins with what is due.
  const isThere = pathname.replace(/\/$/, '') === paths.billing(organization.id)
  return (
    <Banner
      bar
      tone={isError ? 'bad' : 'warn'}
      urgent={isError}
      action={
        maySettle &&
        !isThere && (
          <ButtonLink size="s" to={paths.billing(organization.id, { part: 'payment-method' })}>
            {text.toBilling}
          </ButtonLink>
        )
      }
    >
      {sentences(words, maySettle ? text.payNow : text.contactAdministrator)}
    </Banner>
  )
}

function FreeNotice() {
  const [dismissed, setDismissed] = useStored(freeNoticeDismissed)
  if (dismissed) return null
  return (
    <Banner bar tone="info" onDismiss={() => setDismissed(true)}>
      {text.firstDevicesFree(FREE_ALLOWANCE)}
    </Banner>
  )
}
