import { useQuery } from '@tanstack/react-query'
import type { BillingCharge, BillingPlan } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { formatDay, formatNumber } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import { WideTable } from './WideTable.tsx'
import styles from './BillingPage.module.css'

/** The date, amount and items of the next invoice. */
export function NextBillPanel({ organization }: { organization: number }) {
  const billed = useQuery(billedPlanQuery(organization))
  return (
    <QueryPanel title={text.nextBill} query={billed} failed={text.failedPlan} lines={4}>
      {(plan) =>
        plan.currentPeriodEndDate === undefined ? (
          <EmptyState compact title={text.noNextBill} detail={text.noNextBillDetail} />
        ) : (
          <Bill plan={plan} />
        )
      }
    </QueryPanel>
  )
}

const centsOf = ({ unitCostCents, quantity }: BillingCharge) => toAmount(unitCostCents) * toAmount(quantity)

function Bill({ plan }: { plan: BillingPlan }) {
  const { billing, currentPeriodEndDate, addonPlan } = plan
  return (
    <div className={styles.stack}>
      <div className={styles.figure}>
        <strong className={styles.amount}>{formatCents(toAmount(billing.totalCostCents))}</strong>
        {currentPeriodEndDate !== undefined && (
          <span className={styles.quiet}>{text.nextBillOn(formatDay(currentPeriodEndDate))}</span>
        )}
      </div>
      <ChargeLines label={text.lines} charges={billing.charges} />
      {addonPlan && addonPlan.billing.charges.length > 0 && (
        <>
          <div className={styles.figure}>
            <strong>
              {text.billedMonthly}: {formatCents(toAmount(addonPlan.billing.totalCostCents))}
            </strong>
            {addonPlan.currentPeriodEndDate !== undefined && (
              <span className={styles.quiet}>
                {text.nextBillOn(formatDay(addonPlan.currentPeriodEndDate))}
              </span>
            )}
          </div>
          <ChargeLines label={text.billedMonthly} charges={addonPlan.billing.charges} />
        </>
      )}
    </div>
  )
}

function ChargeLines({ label, charges }: { label: string; charges: readonly BillingCharge[] }) {
  return (
    <WideTable label={label}>
      <TableHead
        columns={[
          text.lineColumns.name,
          { end: text.lineColumns.quantity },
          { end: text.lineColumns.amount },
        ]}
      />
      <tbody>
        {charges.map((charge) => (
          <tr key={charge.code}>
            <td data-wide>{charge.name}</td>
            <td data-align="end" data-label={text.lineColumns.quantity}>
              {formatNumber(toAmount(charge.quantity))}
            </td>
            <td data-align="end">{formatCents(centsOf(charge))}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}
