import type { BillingInfo } from '@/api/model.ts'
import { FREE_PLAN } from '@/domain/billing/free-allowance.ts'
import { formatCents } from '@/lib/money.ts'
import { planText as text } from '@/messages/billing/billing.ts'
import { Facts } from '@/ui/layout/Panel.tsx'
import { methodName, paymentMethodOf } from './payment-method.ts'
import type { CurrentPlan, PlanChangeKind, ProposedPlan } from './plan-change.ts'
import { priceOf } from './plan-facts.ts'
import { PlanUseTable } from './PlanUseTable.tsx'
import styles from './BillingPage.module.css'

export interface ChangeSummaryProps {
  organization: number
  current: CurrentPlan
  title: string
  proposed: ProposedPlan
  kind: PlanChangeKind
  method: BillingInfo
}

/** The old and the new plan, the price of the first period, the payment method, and what devices and seats cost beyond it. */
export function ChangeSummary({ organization, current, title, proposed, kind, method }: ChangeSummaryProps) {
  const { plan, cycle } = proposed
  const isFree = plan.billing_code === FREE_PLAN
  const stored = paymentMethodOf(method)
  const planText = (name: string, code: string | null, of: 'monthly' | 'annual') =>
    code === FREE_PLAN ? name : text.summary[of](name)
  return (
    <>
      <Facts
        columns={2}
        facts={[
          { label: text.from, value: planText(title, current.code, current.cycle) },
          { label: text.to, value: planText(plan.title, plan.billing_code, cycle) },
          { label: text.dueNow, value: formatCents(priceOf(plan, cycle)) },
          ...(isFree || stored === null ? [] : [{ label: text.payWith, value: methodName(stored) }]),
        ]}
      />
      {!isFree && kind !== 'cycle' && <PlanUseTable organization={organization} plan={plan} />}
      <p className={styles.quiet}>
        {isFree ? text.freeNote : kind === 'downgrade' ? text.downgradeNote : text.dueNote}
      </p>
    </>
  )
}
