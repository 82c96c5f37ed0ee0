import { useQuery } from '@tanstack/react-query'
import type { BillingUsage } from '@/api/model.ts'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { billingText as text } from '@/messages/billing/billing.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { usageQuery } from './billing.queries.ts'
import { QueryPanel } from './QueryPanel.tsx'
import { usageItem } from './usage-items.ts'
import { useMore } from './use-more.tsx'
import { WideTable } from './WideTable.tsx'
import styles from './BillingPage.module.css'

const counted = ['currentUsage', 'peakUsage', 'overage', 'creditConsumption'] as const

/** The column header of each count. */
const headers = {
  currentUsage: 'current',
  peakUsage: 'peak',
  overage: 'overage',
  creditConsumption: 'credits',
} as const

/** Devices first, then seats. Unused items without charges are omitted. */
function itemsOf({ currentUsage, peakUsage, charges }: BillingUsage): string[] {
  return [...new Set([...Object.keys(currentUsage), ...Object.keys(peakUsage)])]
    .filter((slug) => (currentUsage[slug] ?? 0) + (peakUsage[slug] ?? 0) + (charges[slug] ?? 0) > 0)
    .toSorted((a, b) => Number(b.startsWith('device:')) - Number(a.startsWith('device:')))
}

/** Current and peak usage in this period, and the charges beyond the plan. */
export function UsagePanel({ organization }: { organization: number }) {
  const usage = useQuery(usageQuery(organization))
  return (
    <QueryPanel
      title={text.usage}
      query={usage}
      failed={text.failedUsage}
      lines={5}
      flush
      footer={<span className={styles.quiet}>{text.usageNote}</span>}
    >
      {(data) => {
        const items = itemsOf(data)
        return items.length === 0 ? (
          <EmptyState compact title={text.noUsage} />
        ) : (
          <UsageTable usage={data} items={items} />
        )
      }}
    </QueryPanel>
  )
}

function UsageTable({ usage, items }: { usage: BillingUsage; items: readonly string[] }) {
  const { usageColumns: columns } = text
  const within = items.filter((slug) => !slug.startsWith('device:') && !isBilled(usage, slug))
  const first = items.filter((slug) => !within.includes(slug))
  const { shown, more } = useMore(first, within, { show: text.showIncluded, hide: text.hideIncluded })
  return (
    <>
      <WideTable label={text.usage}>
        <thead>
          <tr>
            <th scope="col">{columns.item}</th>
            {(['current', 'peak', 'overage', 'credits', 'charge'] as const).map((column) => (
              <th key={column} scope="col" data-align="end">
                {columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((slug) => (
            <tr key={slug}>
              <td role="rowheader" data-wide>
                {usageItem(slug)}
                <ChargeExplanation usage={usage} slug={slug} />
              </td>
              {counted.map((column) => (
                <td key={column} data-align="end" data-label={columns[headers[column]]}>
                  {formatNumber(usage[column][slug] ?? 0)}
                </td>
              ))}
              <td data-align="end">{formatCents(usage.charges[slug] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      {more && <p className={styles.more}>{more}</p>}
    </>
  )
}

/** Beyond the plan: charged, or paid by credits. */
const isBilled = ({ overage, charges }: BillingUsage, slug: string) =>
  (overage[slug] ?? 0) + (charges[slug] ?? 0) > 0

/** Explains how a charge beyond the plan is calculated. */
function ChargeExplanation({ usage, slug }: { usage: BillingUsage; slug: string }) {
  const beyond = usage.overage[slug] ?? 0
  if (beyond === 0) return null
  const peak = usage.peakUsage[slug] ?? beyond
  const credits = usage.creditConsumption[slug] ?? 0
  return (
    <p className={styles.quiet}>
      {text.beyond(formatNumber(peak), formatNumber(peak - beyond), formatNumber(beyond))}
      {credits > 0 && ` ${text.paidByCredits(formatNumber(credits))}`}
    </p>
  )
}
