import { useQuery } from '@tanstack/react-query'
import type { BillingCharge, BillingPlan } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { formatDay, formatNumber } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { subscriptionQuery, type Subscription } from './plans.queries.ts'
import { afterQuery, QueryPanel } from './QueryPanel.tsx'
import { usageItem } from './usage-items.ts'
import { WideTable } from './WideTable.tsx'

const isAddOn = ({ itemType }: BillingCharge) => itemType === 'addon'

/** Add-ons of a plan, including those billed monthly next to an annual plan. */
const addOnsOf = ({ billing, addonPlan }: BillingPlan): readonly BillingCharge[] =>
  [...billing.charges, ...(addonPlan?.billing.charges ?? [])].filter(isAddOn)

/** Paid extras beyond the plan, and prepaid ones. */
export function AddOnsPanel({ organization }: { organization: number }) {
  const billed = useQuery(billedPlanQuery(organization))
  const subscription = useQuery(subscriptionQuery(organization))
  const prepaid = subscription.data?.prepaid ?? []
  return (
    <QueryPanel
      title={text.addOns}
      query={afterQuery(subscription, billed)}
      failed={text.failedPlan}
      flush
      folded="small"
    >
      {(plan) => {
        const addOns = addOnsOf(plan)
        if (addOns.length === 0 && prepaid.length === 0) {
          return <EmptyState compact title={text.noAddOns} detail={text.noAddOnsDetail} />
        }
        return (
          <WideTable label={text.addOns}>
            <TableHead
              columns={[
                text.addOnColumns.name,
                { end: text.addOnColumns.quantity },
                { end: text.addOnColumns.price },
                { end: text.addOnColumns.total },
              ]}
            />
            <tbody>
              {addOns.map((addOn) => (
                <AddOnRow key={addOn.code} addOn={addOn} />
              ))}
              {prepaid.map((addOn) => (
                <PrepaidRow key={`${addOn.slug} ${addOn.from}`} addOn={addOn} />
              ))}
            </tbody>
          </WideTable>
        )
      }}
    </QueryPanel>
  )
}

function AddOnRow({ addOn: { name, quantity, unitCostCents } }: { addOn: BillingCharge }) {
  return (
    <tr>
      <td role="rowheader" data-wide>
        {name}
      </td>
      <td data-align="end" data-label={text.addOnColumns.quantity}>
        {formatNumber(toAmount(quantity))}
      </td>
      <td data-align="end" data-label={text.addOnColumns.price}>
        {formatCents(toAmount(unitCostCents))}
      </td>
      <td data-align="end">{formatCents(toAmount(unitCostCents) * toAmount(quantity))}</td>
    </tr>
  )
}

function PrepaidRow({ addOn }: { addOn: Subscription['prepaid'][number] }) {
  const name = usageItem(addOn.slug)
  return (
    <tr>
      <td colSpan={4}>
        {addOn.until === null
          ? text.prepaid(name, addOn.quantity)
          : text.prepaidUntil(name, addOn.quantity, formatDay(addOn.until))}
      </td>
    </tr>
  )
}
