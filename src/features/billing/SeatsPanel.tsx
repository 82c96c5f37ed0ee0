import { useQuery } from '@tanstack/react-query'
import { roleOrder } from '@/domain/access/permissions.ts'
import { seatPricesQuery } from '@/domain/billing/seat-prices.queries.ts'
import { formatCents } from '@/lib/money.ts'
import { accessText } from '@/messages/access/access.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import styles from './BillingPage.module.css'

/** The monthly price of an additional member, by role. */
export function SeatsPanel({ organization }: { organization: number }) {
  const prices = useQuery(seatPricesQuery(organization))
  return (
    <QueryPanel
      title={text.seatPricing}
      query={prices}
      failed={text.failedPlans}
      lines={5}
      flush
      folded="always"
      footer={<span className={styles.quiet}>{text.seatNote}</span>}
    >
      {(seats) => (
        <PlainTable stacks label={text.seatPricing}>
          <TableHead columns={[text.seatColumns.role, { end: text.seatColumns.price }]} />
          <tbody>
            {roleOrder
              .filter((role) => role !== 'member')
              .map((role) => (
                <tr key={role}>
                  <td role="rowheader">{accessText.roles[role]}</td>
                  <td data-align="end">{seats[role] === 0 ? text.unlimited : formatCents(seats[role])}</td>
                </tr>
              ))}
          </tbody>
        </PlainTable>
      )}
    </QueryPanel>
  )
}
