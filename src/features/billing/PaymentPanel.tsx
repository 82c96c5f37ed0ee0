import { IconBuildingBank, IconCreditCard, IconWallet } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { billingCalls } from '@/api/billing.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { BillingAccount, BillingInfo } from '@/api/model.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { billingText, paymentText as text } from '@/messages/billing/billing.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { useBillingRefresh } from './billing.queries.ts'
import { methodName, paymentMethodOf, type PaymentMethod } from './payment-method.ts'
import { afterQuery, QueryPanel } from './QueryPanel.tsx'
import styles from './BillingPage.module.css'

export interface PaymentPanelProps {
  organization: { id: number; name: string }
  account: UseQueryResult<BillingAccount | null>
  info: UseQueryResult<BillingInfo>
  /** Opens the form. */
  onChange: () => void
}

/** The payment method of an organization. */
export function PaymentPanel({ organization, account, info, onChange }: PaymentPanelProps) {
  const [removing, setRemoving] = useState(false)
  const refreshBilling = useBillingRefresh()
  const method = info.data && paymentMethodOf(info.data)
  const removal = billingCalls.removeInfo(organization.id)
  const remove = async () => {
    await billing().send(removal)
    showToast({ tone: 'ok', title: text.removed })
    await refreshBilling()
  }
  return (
    <>
      <QueryPanel
        title={text.title}
        query={afterQuery(account, info)}
        failed={billingText.failedInfo}
        anchor="payment-method"
        actions={
          method && (
            <>
              <Button size="s" aria-haspopup="dialog" onClick={onChange}>
                {text.replace}
              </Button>
              <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
                {text.remove}
              </Button>
            </>
          )
        }
      >
        {() =>
          method ? (
            <Method method={method} />
          ) : (
            <EmptyState
              compact
              title={text.none}
              detail={text.noneDetail}
              action={
                <Button variant="primary" size="s" aria-haspopup="dialog" onClick={onChange}>
                  {text.add}
                </Button>
              }
            />
          )
        }
      </QueryPanel>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={text.removeTitle}
        confirmLabel={text.remove}
        danger
        onConfirm={remove}
        describeError={errorMessage}
      >
        <p>{text.removeDetail(organization.name)}</p>
        <EquivalentCommand {...platformCommands(null, removal)} />
      </ConfirmDialog>
    </>
  )
}

function Method({ method }: { method: PaymentMethod }) {
  const Picture =
    method.kind === 'card' ? IconCreditCard : method.kind === 'bank' ? IconBuildingBank : IconWallet
  return (
    <div className={styles.stack}>
      <div className={styles.method}>
        <Picture size={22} stroke={1.6} aria-hidden="true" />
        <strong>{methodName(method)}</strong>
      </div>
      {method.kind === 'card' && (
        <Facts
          columns={2}
          facts={[
            { label: text.expires, value: method.expires },
            { label: text.holder, value: method.holder },
          ]}
        />
      )}
      {method.kind === 'bank' && (
        <Facts
          columns={2}
          facts={[
            { label: text.routing, value: <code>{method.routingNumber}</code> },
            { label: text.holder, value: method.holder },
          ]}
        />
      )}
    </div>
  )
}
