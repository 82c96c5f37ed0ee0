import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useBillingRefresh } from '@/features/billing/billing.queries.ts'
import { isRefusedPayment } from '@/features/billing/plan-change.ts'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { billingText } from '@/messages/billing/billing.ts'
import { creditText as text } from '@/messages/billing/credits.ts'
import { commonText } from '@/messages/common/common.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { announce } from '@/ui/feedback/announcements.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { needsSales, creditPrice, digitsUpTo, MAX_CREDITS } from './credit-rules.ts'
import { creditFeatureQuery, purchaseCall, sendPurchase } from './credits.queries.ts'
import styles from '@/features/billing/BillingPage.module.css'

export interface AddCreditsDialogProps {
  organization: { id: number; name: string }
  discountPercent: number
  /** Called with the error message when the payment was refused; the dialog is already closed. */
  onRefused: (message: string) => void
  onClose: () => void
}

type Step = 'quantity' | 'confirm' | 'done'

/** Buys credits in three steps: amount, price, confirmation. */
export function AddCreditsDialog({
  organization,
  discountPercent,
  onRefused,
  onClose,
}: AddCreditsDialogProps) {
  const form = useId()
  const refreshBilling = useBillingRefresh()
  const { data: feature } = useQuery(creditFeatureQuery())
  const [step, setStep] = useState<Step>('quantity')
  const [typed, setTyped] = useState('1')
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const quantity = Number(typed)
  const price = creditPrice(quantity, discountPercent)
  const isSales = needsSales(quantity, discountPercent)
  const call = purchaseCall({
    belongs_to__organization: organization.id,
    is_for__feature: feature ?? 0,
    original_quantity: quantity,
  })

  const pay = async () => {
    setRunning(true)
    setFailure(null)
    const failed = await sendPurchase(call).then(
      ({ payment_status, error_message }) =>
        payment_status === 'failed' ? { message: (error_message ?? '') || text.failed, refused: true } : null,
      (error: unknown) => ({ message: errorMessage(error), refused: isRefusedPayment(error) }),
    )
    setRunning(false)
    if (failed === null) {
      setStep('done')
      announce(text.success(quantity, organization.name))
    } else if (failed.refused) {
      onRefused(failed.message)
      onClose()
    } else setFailure(failed.message)
    await refreshBilling()
  }
  const goBack = () => {
    setFailure(null)
    setStep('quantity')
  }
  const nextStep = () => {
    if (running) return
    if (step === 'quantity') setStep('confirm')
    if (step === 'confirm') void pay()
    if (step === 'done') {
      setTyped('1')
      setStep('quantity')
    }
  }
  return (
    <Dialog
      onClose={running ? () => {} : onClose}
      title={text.dialogTitle}
      size="s"
      footer={
        <>
          {step === 'confirm' && (
            <Button onClick={goBack} reason={running ? commonText.running : undefined}>
              {text.goBack}
            </Button>
          )}
          {step === 'done' && <Button onClick={onClose}>{text.close}</Button>}
          {isSales && step !== 'done' ? (
            <ButtonLink variant="primary" to={billingText.salesUrl} target="_blank" rel="noreferrer">
              {text.contactSales}
            </ButtonLink>
          ) : (
            <Button
              type="submit"
              form={form}
              variant="primary"
              busy={running}
              reason={step === 'quantity' && quantity === 0 ? text.quantityMissing : undefined}
            >
              {step === 'quantity' ? text.next : step === 'confirm' ? text.payNow : text.more}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSales && quantity > 0) nextStep()
        }}
      >
        {step === 'quantity' && (
          <>
            <TextField
              required
              label={text.quantity}
              description={text.quantityHint(formatNumber(MAX_CREDITS))}
              inputMode="numeric"
              value={typed}
              data-autofocus
              onChange={({ target }) => setTyped(digitsUpTo(MAX_CREDITS, target.value))}
            />
            <p className={styles.quiet}>{text.sum(formatCents(price), formatCents(price * quantity))}</p>
            {isSales && <p>{text.tooMany}</p>}
          </>
        )}
        {step === 'confirm' && (
          <Facts
            columns={1}
            facts={[
              { label: text.organization, value: organization.name },
              { label: text.quantity, value: formatNumber(quantity) },
              { label: text.pricePerCredit, value: formatCents(price) },
              { label: text.total, value: formatCents(price * quantity) },
            ]}
          />
        )}
        {step === 'done' && (
          <p>
            <StatusMark tone="ok" /> {text.success(quantity, organization.name)}
          </p>
        )}
      </form>
      {failure !== null && <ErrorBanner>{failure}</ErrorBanner>}
      {step === 'confirm' && <EquivalentCommand {...platformCommands(null, call)} />}
    </Dialog>
  )
}
