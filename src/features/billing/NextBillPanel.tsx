import { useQuery } from '@tanstack/react-query'
import type { BillingCharge, BillingPlan } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { MonthlyFigure, monthlyAddOns, NextBillFigure } from '@/widgets/billing/NextBillFigure.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import { useMore } from './use-more.tsx'
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
  const addOns = monthlyAddOns(plan)
  return (
    <div className={styles.stack}>
      <NextBillFigure plan={plan} />
      <ChargeLines label={text.lines} charges={plan.billing.charges} />
      {addOns && (
        <>
          <MonthlyFigure addOns={addOns} />
          <ChargeLines label={text.billedMonthly} charges={addOns.billing.charges} />
        </>
      )}
    </div>
  )
}

function ChargeLines({ label, charges }: { label: string; charges: readonly BillingCharge[] }) {
  const costly = charges.filter((charge) => centsOf(charge) !== 0)
  const free = charges.filter((charge) => centsOf(charge) === 0)
  // A bill of nothing shows what it is for.
  const { shown, more } = useMore(costly, free, { show: text.showFree, hide: text.hideFree })
  return (
    <div>
      <WideTable label={label}>
        <TableHead
          columns={[
            text.lineColumns.name,
            { end: text.lineColumns.quantity },
            { end: text.lineColumns.amount },
          ]}
        />
        <tbody>
          {shown.map((charge) => (
            <tr key={charge.code}>
              {/* On small screens, a single item is one line. */}
              <td role="rowheader" data-wide={toAmount(charge.quantity) === 1 ? undefined : true}>
                {charge.name}
              </td>
              <td
                data-align="end"
                data-label={text.lineColumns.quantity}
                data-empty={toAmount(charge.quantity) === 1 || undefined}
              >
                {formatNumber(toAmount(charge.quantity))}
              </td>
              <td data-align="end">{formatCents(centsOf(charge))}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      {more}
    </div>
  )
}
