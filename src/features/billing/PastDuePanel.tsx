import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { BillingAccount, BillingInfo } from '@/api/model.ts'
import { ownOrganizationsQuery, type Organization } from '@/domain/organization/organization.queries.ts'
import { formatDay } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { pastDueText as text, paymentText } from '@/messages/billing/billing.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { invoicesQuery } from './billing.queries.ts'
import { amountOwed } from './owed.ts'
import { methodName, paymentMethodOf } from './payment-method.ts'
import styles from './BillingPage.module.css'

export interface PastDuePanelProps {
  organization: Organization
  account: UseQueryResult<BillingAccount | null>
  info: UseQueryResult<BillingInfo>
  /** Opens the form for a payment method; saving one charges what is due. */
  onPay: () => void
}

/** What an organization owes: how much, since when, the payment method that did not work, and how to pay. */
export function PastDuePanel({ organization, account, info, onPay }: PastDuePanelProps) {
  const time = useTimeSource()
  const { data: own } = useQuery(ownOrganizationsQuery())
  const { data: invoices } = useQuery(invoicesQuery(organization.id, account.data))
  const since = own?.find(({ id }) => id === organization.id)?.has_past_due_invoice_since__date ?? null
  const owed = invoices && amountOwed(invoices, since, time.now())
  if (!organization.is_frozen && since === null && owed?.since == null) return null
  const from = owed?.since ?? since
  const method = info.data && paymentMethodOf(info.data)
  return (
    <Panel title={text.title}>
      <div className={styles.stack}>
        <Banner tone="bad">{organization.is_frozen ? text.frozen(organization.name) : text.due}</Banner>
        <Facts
          columns={3}
          facts={[
            {
              label: text.amount,
              value: <strong className={styles.amount}>{formatCents(owed?.cents || Number.NaN)}</strong>,
            },
            {
              label: text.since,
              value:
                from === null ? (
                  '–'
                ) : (
                  <>
                    {formatDay(from)} (<RelativeTime at={from} />)
                  </>
                ),
            },
            {
              label: text.method,
              value: method === undefined ? '…' : method === null ? paymentText.none : methodName(method),
            },
          ]}
        />
        <div className={styles.actions}>
          <Button
            variant="primary"
            aria-haspopup="dialog"
            reason={info.data === undefined ? text.loading : undefined}
            onClick={onPay}
          >
            {method ? text.payWithAnother : text.payWith}
          </Button>
          <span className={styles.quiet}>{text.how}</span>
        </div>
      </div>
    </Panel>
  )
}
