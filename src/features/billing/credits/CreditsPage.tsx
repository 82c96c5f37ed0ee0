import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadErrorPage } from '@/domain/screen/LoadError.tsx'
import { useOrganizationScope } from '@/domain/organization/organization-route.ts'
import { cacheOf, readAhead } from '@/domain/navigation/route-cache.ts'
import { paymentText } from '@/messages/billing.ts'
import { creditText as text } from '@/messages/credits.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { loadBilledOrganization } from '../billed-organization.ts'
import { accountQuery } from '../billing.queries.ts'
import styles from '../BillingPage.module.css'
import { PaymentDialog } from '../PaymentDialog.tsx'
import { plansQuery, subscriptionQuery } from '../plans.queries.ts'
import { CalculatorPanel } from './CalculatorPanel.tsx'
import { bundlesQuery, creditFeatureQuery } from './credits.queries.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { SummaryPanel } from './SummaryPanel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const organization = await loadBilledOrganization(args)
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
