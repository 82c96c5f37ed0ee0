import type { BillingPlan } from '@/api/model.ts'
import { formatDay } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import styles from './NextBillFigure.module.css'

/** The amount and the date of the next bill of a plan. */
export function NextBillFigure({ plan }: { plan: BillingPlan }) {
  return (
    <div className={styles.figure}>
      <strong className={styles.amount}>{formatCents(toAmount(plan.billing.totalCostCents))}</strong>
      <BilledOn date={plan.currentPeriodEndDate} />
    </div>
  )
}

type AddOns = NonNullable<BillingPlan['addonPlan']>

/** The add-ons that are billed every month, whatever the period of the plan; undefined without charges. */
export const monthlyAddOns = ({ addonPlan }: BillingPlan): AddOns | undefined =>
  addonPlan && addonPlan.billing.charges.length > 0 ? addonPlan : undefined

/** The amount of the add-ons that are billed every month, and the date of their next bill. */
export function MonthlyFigure({ addOns }: { addOns: AddOns }) {
  return (
    <div className={styles.figure}>
      <strong>{text.monthly(formatCents(toAmount(addOns.billing.totalCostCents)))}</strong>
      <BilledOn date={addOns.currentPeriodEndDate} />
    </div>
  )
}

const BilledOn = ({ date }: { date: string | undefined }) =>
  date !== undefined && <span className={styles.quiet}>{text.nextBillOn(formatDay(date))}</span>
