import { useId, useState } from 'react'
import { billingCalls } from '@/api/billing.ts'
import { isApiError } from '@/api/errors.ts'
import type { BillingInfo } from '@/api/model.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { throttleLeading } from '@/lib/throttle.ts'
import { planText as text } from '@/messages/billing/billing.ts'
import { commonText } from '@/messages/common/common.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useBillingRefresh } from './billing.queries.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { DebitTermsDialog } from './DebitTermsDialog.tsx'
import { paymentTypeOf } from './payment-method.ts'
import {
  changeBody,
  confirmWord,
  isRefusedPayment,
  planFailure,
  dispatchPlanChanged,
  type CurrentPlan,
  type PlanChangeKind,
  type ProposedPlan,
} from './plan-change.ts'
import { cycleOf } from './plan-facts.ts'
import styles from './BillingPage.module.css'

const CONFIRM_EVERY_MS = 500

async function hasPlan(organization: number, { tier, annual }: ReturnType<typeof changeBody>) {
  const billed = await billing().plan(organization)
  return billed.tier === tier && (cycleOf(billed.intervalLength) === 'annual') === annual
}

export interface ChangePlanDialogProps {
  organization: { id: number; name: string }
  current: CurrentPlan
  /** Title of the current plan. */
  title: string
  proposed: ProposedPlan
  kind: PlanChangeKind
  method: BillingInfo
  /** Called to set up another payment method for the same plan after a refused payment. */
  onUseAnother: () => void
  onClose: () => void
}

/** Confirms a change of plan. A bank debit requires accepting its terms first. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  const { organization, current, title, proposed, kind, method, onUseAnother, onClose } = props
  const form = useId()
  const refreshBilling = useBillingRefresh()
  const [feedback, setFeedback] = useState('')
  const [inTerms, setInTerms] = useState(false)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<{ message: string; refused: boolean } | null>(null)
  const [isUnsure, setUnsure] = useState(false)
  const [throttle] = useState(() => throttleLeading(CONFIRM_EVERY_MS))
  const word = confirmWord(paymentTypeOf(method), proposed)
  const body = changeBody(proposed, kind === 'downgrade' ? feedback : '')
  const call = billingCalls.changePlan(organization.id, body)

  const send = async () => {
    setRunning(true)
    setFailure(null)
    try {
      // If the response of an earlier attempt was lost, checks whether that attempt has succeeded.
      if (!isUnsure || !(await hasPlan(organization.id, body))) await billing().send(call)
    } catch (error) {
      setUnsure(isApiError(error) && error.isOutcomeUnknown)
      setFailure({ message: planFailure(error), refused: isRefusedPayment(error) })
      setInTerms(false)
      return
    } finally {
      setRunning(false)
    }
    dispatchPlanChanged(organization.id, proposed)
    showToast({ tone: 'ok', title: text.updated })
    onClose()
    await refreshBilling()
  }
  const confirm = () => {
    if (!running) throttle(() => void send())
  }
  if (inTerms) {
    return (
      <DebitTermsDialog
        organization={organization.name}
        running={running}
        onAccept={confirm}
        onClose={() => setInTerms(false)}
      />
    )
  }
  return (
    <Dialog
      onClose={running ? () => {} : onClose}
      title={text.confirmTitle(proposed.plan.title)}
      footer={
        <>
          <Button onClick={onClose} reason={running ? commonText.running : undefined}>
            {commonText.cancel}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={running} data-autofocus>
            {text.words[word]}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (word === 'next') setInTerms(true)
          else confirm()
        }}
      >
        <ChangeSummary
          organization={organization.id}
          current={current}
          title={title}
          proposed={proposed}
          kind={kind}
          method={method}
        />
        {kind === 'downgrade' && (
          <TextArea
            label={text.feedback}
            description={text.feedbackHint}
            value={feedback}
            onChange={({ target }) => setFeedback(target.value)}
          />
        )}
      </form>
      {failure !== null && (
        <Banner
          tone="bad"
          urgent
          action={
            failure.refused && (
              <Button size="s" onClick={onUseAnother}>
                {text.useAnother}
              </Button>
            )
          }
        >
          {failure.message}
        </Banner>
      )}
      <EquivalentCommand {...platformCommands(null, call)} />
    </Dialog>
  )
}
