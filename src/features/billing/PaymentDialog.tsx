import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { useCaptcha } from '@/widgets/account/Captcha.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { LiveMethod } from './LiveMethod.tsx'
import { providerQuery } from './payment-provider.ts'
import { setsCompanyAddress, setUpPayment, wantsCompanyAddress, type ConfirmSetup } from './set-up-payment.ts'
import { TestMethods } from './TestMethods.tsx'
import type { Proposal } from './use-plan-flow.ts'

export interface PaymentDialogProps {
  organization: number
  /** The plan to confirm once a payment method is set up. */
  proposal: Proposal | undefined
  onClose: () => void
}

/** Sets up a card or a bank account with the payment provider's form. */
export function PaymentDialog({ organization, proposal, onClose }: PaymentDialogProps) {
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const provider = useQuery(providerQuery())
  const [companyAddressChoices, setCompanyAddressChoices] = useStored(setsCompanyAddress)
  // Wrapped in an object, because `useState` would call a plain function.
  const [ready, setReady] = useState<{ confirm: ConfirmSetup } | null>(null)
  const submit = async () => {
    try {
      const path = await setUpPayment({
        organization,
        captcha: captcha.response,
        confirm: ready?.confirm ?? null,
        proposal,
      })
      await navigate(path, { replace: true })
    } finally {
      captcha.reset()
    }
  }
  const isUnchosen = provider.data?.kind === 'test' && ready === null
  const whyNotYet =
    captcha.response === null ? text.captchaMissing : isUnchosen ? text.chooseFirst : undefined
  return (
    <FormDialog
      title={text.formTitle}
      confirmLabel={text.save}
      size="m"
      onClose={onClose}
      reason={whyNotYet}
      onSubmit={submit}
    >
      {provider.isError && (
        <ErrorState
          compact
          title={text.scriptFailed}
          detail={errorMessage(provider.error)}
          recovers={mayRecover(provider.error)}
          onRetry={() => void provider.refetch()}
          retrying={provider.isFetching}
        />
      )}
      {provider.isPending && (
        <LoadingRegion label={text.loading}>
          <SkeletonLines lines={4} />
        </LoadingRegion>
      )}
      {provider.data?.kind === 'test' && <TestMethods onReady={setReady} />}
      {provider.data?.kind === 'live' && <LiveMethod script={provider.data.script} onReady={setReady} />}
      <Checkbox
        label={text.setAsCompanyAddress}
        checked={wantsCompanyAddress(companyAddressChoices, organization)}
        onChange={(isChecked) =>
          setCompanyAddressChoices({ ...companyAddressChoices, [organization]: isChecked })
        }
      />
      {captcha.field(false)}
    </FormDialog>
  )
}
