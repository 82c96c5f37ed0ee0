import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { loadBilledOrganization } from '@/features/billing/billed-organization.ts'
import { accountQuery } from '@/features/billing/billing.queries.ts'
import { PaymentDialog } from '@/features/billing/PaymentDialog.tsx'
import { plansQuery, subscriptionQuery } from '@/features/billing/plans.queries.ts'
import { paymentText } from '@/messages/billing/billing.ts'
import { creditText as text } from '@/messages/billing/credits.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { CalculatorPanel } from './CalculatorPanel.tsx'
import { bundlesQuery, creditFeatureQuery } from './credits.queries.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { SummaryPanel } from './SummaryPanel.tsx'
import styles from '@/features/billing/BillingPage.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const organization = await loadBilledOrganization(args, text.title)
  if (organization === null) return null
  const cache = cacheOf(args)
  // Each panel loads on its own, so the page does not wait for these requests.
  readAhead(cache, bundlesQuery(organization.id))
  readAhead(cache, subscriptionQuery(organization.id))
  readAhead(cache, creditFeatureQuery())
  readAhead(cache, plansQuery())
  readAhead(cache, accountQuery(organization.id))
  return null
}

/** Prepaid credits for devices beyond the plan. */
export function Component() {
  const { organization } = useOrganizationScope()
  const [failure, setFailure] = useState<string | null>(null)
  const [paying, setPaying] = useState(false)
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(organization.name)}>
      <p className={styles.quiet}>{text.intro}</p>
      {failure !== null && (
        <Banner
          tone="bad"
          urgent
          onDismiss={() => setFailure(null)}
          action={
            <Button size="s" aria-haspopup="dialog" onClick={() => setPaying(true)}>
              {paymentText.useAnother}
            </Button>
          }
        >
          {failure}
        </Banner>
      )}
      {paying && (
        <PaymentDialog organization={organization.id} proposal={undefined} onClose={() => setPaying(false)} />
      )}
      <div className={styles.columns}>
        <SummaryPanel organization={organization} onRefused={setFailure} />
        <div className={styles.column}>
          <CalculatorPanel organization={organization.id} />
          <NotificationPanel organization={organization.id} />
        </div>
      </div>
      <HistoryPanel organization={organization.id} />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
