import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { planUseText as text } from '@/messages/billing/billing.ts'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { usageQuery } from './billing.queries.ts'
import { planUses } from './plan-facts.ts'
import type { Plan } from './plans.queries.ts'
import { usageItem } from './usage-items.ts'
import { WideTable } from './WideTable.tsx'
import styles from './BillingPage.module.css'

/** The devices and seats of an organization now, what another plan includes of them, and the list price of the rest. */
export function PlanUseTable({ organization, plan }: { organization: number; plan: Plan }) {
  const usage = useQuery(usageQuery(organization))
  if (usage.data === undefined) return <QueryErrorBanner query={usage} failed={text.failed} />
  const uses = planUses(plan, usage.data.currentUsage)
  if (uses.length === 0) return null
  const total = uses.reduce((sum, { cents }) => sum + cents, 0)
  // Seats within the plan are only counted, so that the dialog stays short.
  const shown = uses.filter(({ slug, beyond }) => beyond > 0 || slug.startsWith('device:'))
  return (
    <div className={styles.stack}>
      <WideTable label={text.title(plan.title)}>
        <TableHead
          columns={[
            text.columns.item,
            { end: text.columns.now },
            { end: text.columns.included },
            { end: text.columns.beyond },
            { end: text.columns.price },
          ]}
        />
        <tbody>
          {shown.map(({ slug, now, included, beyond, cents }) => (
            <tr key={slug}>
              <td role="rowheader" data-wide>
                {usageItem(slug)}
              </td>
              <td data-align="end" data-label={text.columns.now}>
                {formatNumber(now)}
              </td>
              <td data-align="end" data-label={text.columns.included}>
                {formatNumber(included)}
              </td>
              <td data-align="end" data-label={text.columns.beyond}>
                {formatNumber(beyond)}
              </td>
              <td data-align="end" data-label={text.columns.price}>
                {formatCents(cents)}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <p>
        {total === 0 ? text.covered(plan.title) : text.total(formatCents(total))}
        {total !== 0 && shown.length < uses.length && ` ${text.othersCovered}`}
      </p>
    </div>
  )
}
