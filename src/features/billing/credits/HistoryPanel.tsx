import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { QueryPanel } from '@/features/billing/QueryPanel.tsx'
import { formatDay, formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { pageIn, withParams } from '@/lib/url-state.ts'
import { creditText as text } from '@/messages/billing/credits.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { hasCredits } from './credit-rules.ts'
import { bundlesQuery, type CreditBundle } from './credits.queries.ts'

const PAGE_SIZE = 5

/** A record, so that a new status in the contract does not compile without a tone. */
const tones: Record<CreditBundle['payment_status'], Tone> = {
  processing: 'info',
  paid: 'ok',
  complimentary: 'ok',
  'manually invoiced': 'ok',
  failed: 'bad',
  cancelled: 'idle',
  refunded: 'idle',
}

/** All credit purchases, five per page. */
export function HistoryPanel({ organization }: { organization: number }) {
  const bundles = useQuery(bundlesQuery(organization))
  const [params, setParams] = useSearchParams()
  const total = bundles.data?.length ?? 0
  const page = Math.min(pageIn(params), Math.max(1, Math.ceil(total / PAGE_SIZE)))
  const goTo = (next: number) =>
    setParams((before) => withParams(before, { page: next === 1 ? undefined : String(next) }), {
      preventScrollReset: true,
    })
  return (
    <QueryPanel
      title={text.history}
      query={bundles}
      failed={text.historyFailed}
      lines={5}
      flush
      footer={
        total > PAGE_SIZE && <Pagination page={page} pageSize={PAGE_SIZE} total={total} onPage={goTo} />
      }
    >
      {(data) =>
        data.length === 0 ? (
          <EmptyState compact title={text.noHistory} detail={text.noHistoryDetail} />
        ) : (
          <HistoryTable bundles={data.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
        )
      }
    </QueryPanel>
  )
}

function HistoryTable({ bundles }: { bundles: readonly CreditBundle[] }) {
  const { columns } = text
  return (
    <PlainTable label={text.history} stacks>
      <TableHead
        columns={[
          columns.date,
          columns.by,
          columns.status,
          columns.expires,
          { end: columns.quantity },
          { end: columns.left },
          { end: columns.total },
        ]}
      />
      <tbody>
        {bundles.map((bundle) => (
          <HistoryRow key={bundle.id} bundle={bundle} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function HistoryRow({ bundle }: { bundle: CreditBundle }) {
  const { columns } = text
  const { payment_status: status, error_message: why, is_created_by__user: by } = bundle
  return (
    <tr>
      <th scope="row">
        <time dateTime={bundle.created_at}>{formatDay(bundle.created_at)}</time>
      </th>
      <td data-label={columns.by}>{by[0]?.username ?? text.nobody}</td>
      <td>
        <StatusBadge tone={tones[status]} {...(why === null ? {} : { title: why })}>
          {text.statuses[status]}
        </StatusBadge>
      </td>
      <td data-label={columns.expires}>{hasCredits(bundle) ? formatDay(bundle.expires_on__date) : '–'}</td>
      <td data-align="end" data-label={columns.quantity}>
        {formatNumber(bundle.original_quantity)}
      </td>
      <td data-align="end" data-label={columns.left}>
        {formatNumber(bundle.total_balance)}
      </td>
      <td data-align="end">{formatCents(bundle.total_cost)}</td>
    </tr>
  )
}
