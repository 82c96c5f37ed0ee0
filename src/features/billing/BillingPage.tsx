import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { AddOnsPanel } from './AddOnsPanel.tsx'
import { loadBilledOrganization } from './billed-organization.ts'
import { accountQuery, infoQuery, usageQuery } from './billing.queries.ts'
import { CompanyPanel } from './CompanyPanel.tsx'
import { CurrentPlanPanel } from './CurrentPlanPanel.tsx'
import { InvoicesPanel } from './InvoicesPanel.tsx'
import { NextBillPanel } from './NextBillPanel.tsx'
import { PastDuePanel } from './PastDuePanel.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { PlanFlow } from './PlanFlow.tsx'
import { plansQuery } from './plans.queries.ts'
import { PlansPanel } from './PlansPanel.tsx'
import { SeatsPanel } from './SeatsPanel.tsx'
import { UsagePanel } from './UsagePanel.tsx'
import { useAnchor } from './use-anchor.ts'
import { usePlanFlow } from './use-plan-flow.ts'
import styles from './BillingPage.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const organization = await loadBilledOrganization(args, text.title)
  if (organization === null) return null
  const cache = cacheOf(args)
  // Each panel loads on its own, so the page does not wait for these requests.
  readAhead(cache, accountQuery(organization.id))
  readAhead(cache, billedPlanQuery(organization.id))
  readAhead(cache, usageQuery(organization.id))
  readAhead(cache, plansQuery())
  return null
}

/** Plan, usage, payment method and invoices of an organization. */
export function Component() {
  const { organization } = useOrganizationScope()
  const account = useQuery(accountQuery(organization.id))
  const info = useQuery(infoQuery(organization.id, account.data))
  const flow = usePlanFlow()
  useAnchor()
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(organization.name)}>
      <PastDuePanel organization={organization} account={account} info={info} onPay={flow.openPayment} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <NextBillPanel organization={organization.id} />
          <UsagePanel organization={organization.id} />
          <AddOnsPanel organization={organization.id} />
        </div>
        <div className={styles.column}>
          <CurrentPlanPanel organization={organization.id} onCancel={flow.propose} />
          <PaymentPanel
            organization={organization}
            account={account}
            info={info}
            onChange={flow.openPayment}
          />
          <CompanyPanel organization={organization.id} account={account} />
          <SeatsPanel organization={organization.id} />
        </div>
      </div>
      <InvoicesPanel organization={organization.id} account={account} />
      <PlansPanel organization={organization.id} onChoose={flow.propose} />
      <PlanFlow organization={organization} info={info} flow={flow} />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
