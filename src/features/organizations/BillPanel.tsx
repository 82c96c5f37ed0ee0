import { useQuery } from '@tanstack/react-query'
import type { BillingPlan } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { ownOrganizationsQuery, type Organization } from '@/domain/organization/organization.queries.ts'
import { formatDay } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { billingText } from '@/messages/billing/billing.ts'
import { organizationHealthText as text } from '@/messages/organizations/organizations.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { MonthlyFigure, monthlyAddOns, NextBillFigure } from '@/widgets/billing/NextBillFigure.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import styles from './BillPanel.module.css'

/** What an organization pays next and when, and whether it owes something; for users with access to its billing. */
export function BillPanel({ organization: { id } }: { organization: Organization }) {
  const billed = useQuery(billedPlanQuery(id))
  const { data: own } = useQuery(ownOrganizationsQuery())
  const since = own?.find((one) => one.id === id)?.has_past_due_invoice_since__date ?? null
  return (
    <Panel
      title={text.bill}
      actions={
        <ButtonLink to={paths.billing(id)} size="s">
          {text.openBilling}
        </ButtonLink>
      }
    >
      <div className={styles.content}>
        {since !== null && <Banner tone="bad">{text.pastDue(formatDay(since))}</Banner>}
        {billed.data === undefined ? (
          <QueryFallback query={billed} failed={text.billFailed} compact lines={2} height={28} />
        ) : (
          <>
            <StaleNotice query={billed} />
            <Bill plan={billed.data} />
          </>
        )}
      </div>
    </Panel>
  )
}

function Bill({ plan }: { plan: BillingPlan }) {
  const addOns = monthlyAddOns(plan)
  return (
    <>
      {plan.currentPeriodEndDate === undefined ? (
        <strong className={styles.none}>{billingText.noNextBill}</strong>
      ) : (
        <NextBillFigure plan={plan} />
      )}
      {addOns && <MonthlyFigure addOns={addOns} />}
      <p className={styles.quiet}>{text.planIs(plan.title)}</p>
    </>
  )
}
