import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { accountQuery, infoQuery } from '@/features/billing/billing.queries.ts'
import { paymentTypeOf } from '@/features/billing/payment-method.ts'
import { planDetails } from '@/features/billing/plan-facts.ts'
import { plansQuery, subscriptionQuery, type Subscription } from '@/features/billing/plans.queries.ts'
import { afterQuery, QueryPanel } from '@/features/billing/QueryPanel.tsx'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { paths } from '@/lib/paths.ts'
import { creditText as text } from '@/messages/billing/credits.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { AddCreditsDialog } from './AddCreditsDialog.tsx'
import {
  creditBalance,
  creditDiscount,
  creditPrice,
  deactivationFees,
  devicePrices,
  whyNotAdd,
  type DevicePrices,
} from './credit-rules.ts'
import { bundlesQuery } from './credits.queries.ts'
import styles from '@/features/billing/BillingPage.module.css'

export interface SummaryPanelProps {
  organization: { id: number; name: string }
  /** Called with the error message of a refused payment; null when another purchase starts. */
  onRefused: (message: string | null) => void
}

/** The remaining credits, their price, and the button to buy more. */
export function SummaryPanel({ organization, onRefused }: SummaryPanelProps) {
  const time = useTimeSource()
  const bundles = useQuery(bundlesQuery(organization.id))
  const subscribed = useQuery(subscriptionQuery(organization.id))
  const { data: subscription } = subscribed
  const { data: allowance } = useQuery(freeAllowanceQuery(organization.id))
  const { data: plans } = useQuery(plansQuery())
  const plan = plans?.find(({ billing_code }) => billing_code === subscription?.plan)
  const discount = creditDiscount(subscription ?? null)
  return (
    <QueryPanel
      title={text.summary}
      query={afterQuery(subscribed, bundles)}
      failed={text.summaryFailed}
      lines={6}
      actions={
        subscription !== undefined && (
          <AddCreditsButton organization={organization} subscription={subscription} onRefused={onRefused} />
        )
      }
      footer={<span className={styles.quiet}>{text.expiry}</span>}
    >
      {(data) => (
        <div className={styles.stack}>
          <div className={styles.figure}>
            <span className={styles.quiet}>{text.balance}</span>
            <strong className={styles.amount}>{formatNumber(creditBalance(data, time.now()))}</strong>
          </div>
          <Facts
            columns={2}
            facts={[
              { label: text.devices, value: allowance ? formatNumber(allowance.totalDeviceCount) : '–' },
              { label: text.included, value: plan ? formatNumber(planDetails(plan).devices) : '–' },
              {
                label: text.pricePerCredit,
                value: discount === null ? text.notSold : formatCents(creditPrice(1, discount)),
              },
              { label: text.deviceMonth, value: pricesText(devicePrices(subscription ?? null)), wide: true },
              {
                label: text.deactivationFee,
                value: pricesText(deactivationFees(subscription ?? null)),
                wide: true,
              },
            ]}
          />
        </div>
      )}
    </QueryPanel>
  )
}

function pricesText({ microservices, legacy }: DevicePrices): string {
  if (microservices === null || legacy === null) return text.notSold
  return text.byKind(formatCents(microservices), formatCents(legacy))
}

interface AddCreditsButtonProps extends SummaryPanelProps {
  subscription: Subscription | null
}

/** The button that adds credits. Without a payment method it links to the page for setting one up. */
function AddCreditsButton({ organization, subscription, onRefused }: AddCreditsButtonProps) {
  const account = useQuery(accountQuery(organization.id))
  const { data: info } = useQuery(infoQuery(organization.id, account.data))
  const [opened, setOpened] = useState(false)
  const why = whyNotAdd(subscription)
  const discount = creditDiscount(subscription)
  if (why === undefined && info !== undefined && paymentTypeOf(info) === undefined) {
    return (
      <ButtonLink size="s" variant="primary" to={paths.billing(organization.id, { part: 'payment-method' })}>
        {text.addPayment}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button
        size="s"
        variant="primary"
        icon={<IconPlus size={15} aria-hidden="true" />}
        aria-haspopup="dialog"
        reason={why}
        onClick={() => {
          onRefused(null)
          setOpened(true)
        }}
      >
        {text.add}
      </Button>
      {opened && discount !== null && (
        <AddCreditsDialog
          organization={organization}
          discountPercent={discount}
          onRefused={onRefused}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
