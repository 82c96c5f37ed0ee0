import { useQuery } from '@tanstack/react-query'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { ownOrganizationsQuery, type Organization } from '@/domain/organization/organization.queries.ts'
import { formatDay } from '@/lib/format.ts'
import { formatCents, toAmount } from '@/lib/money.ts'
import { paths } from '@/lib/paths.ts'
import { organizationHealthText as text } from '@/messages/organizations/organizations.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import styles from './BillPanel.module.css'

/** What an organization pays next and when, and whether it owes something; for users with access to its billing. */
export function BillPanel({ organization: { id } }: { organization: Organization }) {
  const billed = useQuery(billedPlanQuery(id))
  const { data: own } = useQuery(ownOrganizationsQuery())
  const since = own?.find((one) => one.id === id)?.has_past_due_invoice_since__date ?? null
  return (
    <Panel
      title={text.bill}
      actions={
        <ButtonLink to={paths.billing(id)} size="s">
          {text.openBilling}
        </ButtonLink>
      }
    >
      <div className={styles.content}>
        {since !== null && <Banner tone="bad">{text.pastDue(formatDay(since))}</Banner>}
        {billed.data === undefined ? (
          <QueryFallback query={billed} failed={text.billFailed} compact lines={2} height={28} />
        ) : billed.data.currentPeriodEndDate === undefined ? (
          <p className={styles.figure}>
            <strong className={styles.amount}>{text.noBill}</strong>
            <span className={styles.quiet}>{text.noBillDetail(billed.data.title)}</span>
          </p>
        ) : (
          <p className={styles.figure}>
            <strong className={styles.amount}>
              {formatCents(toAmount(billed.data.billing.totalCostCents))}
            </strong>
            <span className={styles.quiet}>
              {text.billOn(formatDay(billed.data.currentPeriodEndDate))} · {text.plan} {billed.data.title}
            </span>
          </p>
        )}
      </div>
    </Panel>
  )
}
