import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillingCharge, BillingPlan } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { formatDay, formatNumber } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
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
  const [isWhole, setWhole] = useState(false)
  const costly = charges.filter((charge) => centsOf(charge) !== 0)
  const free = charges.filter((charge) => centsOf(charge) === 0)
  // A bill of nothing shows what it is for.
  const isFolded = costly.length > 0 && free.length > 0
  const shown = isFolded && !isWhole ? costly : [...costly, ...free]
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
              <td data-wide={toAmount(charge.quantity) === 1 ? undefined : true}>{charge.name}</td>
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
      {isFolded && (
        <Button size="s" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? text.hideFree : text.showFree(free.length)}
        </Button>
      )}
    </div>
  )
}
