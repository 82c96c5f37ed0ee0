import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'
import { commonText } from '@/messages/common/common.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { cachedInfo, useBillingRefresh } from './billing.queries.ts'
import { setsCompanyAddress, wantsCompanyAddress } from './set-up-payment.ts'

export interface FinishPaymentDialogProps {
  organization: number
  /** The id of the provider's setup intent. Storing it requires no captcha (docs/decisions/product-rules.md, 34). */
  intent: string
  onDone: () => void
  /** Called to start over with another card after a refused one. */
  onUseAnother: () => void
  onClose: () => void
}

/** Stores the payment method that was set up with the provider, without further confirmation. */
export function FinishPaymentDialog(props: FinishPaymentDialogProps) {
  const { organization, intent, onDone, onUseAnother, onClose } = props
  const refreshBilling = useBillingRefresh()
  const sent = useRef(false)
  const queries = useQueryClient()
  const [before] = useState(() => cachedInfo(queries, organization))
  const isUnsure = useRef(false)
  const store = async () => {
    // A setup intent works only once: after a lost response, checks whether the earlier attempt has succeeded.
    if (isUnsure.current && before !== undefined) {
      const after = await billing().info(organization)
      if (hashKey([after]) !== hashKey([before])) return
    }
    await billing().changeInfo(organization, {
      token_type: 'setup_intent',
      token_id: intent,
      setAsCompanyAddress: wantsCompanyAddress(setsCompanyAddress.get(), organization),
    })
  }
  const { mutate, isError, error, isPending } = useMutation({
    async mutationFn() {
      try {
        await store()
      } catch (failure) {
        isUnsure.current = isApiError(failure) && failure.isOutcomeUnknown
        throw failure
      }
      showToast({ tone: 'ok', title: text.saved })
      await refreshBilling()
    },
    onSuccess: onDone,
  })
  useEffect(() => {
    // A setup intent works only once.
    if (sent.current) return
    sent.current = true
    mutate()
  }, [mutate])
  return (
    <Dialog
      insistent={!isError}
      onClose={onClose}
      title={isError ? text.finishFailed : text.finishing}
      footer={
        isError && (
          <>
            <Button busy={isPending} onClick={() => mutate()}>
              {commonText.retry}
            </Button>
            <Button variant="primary" data-autofocus onClick={onUseAnother}>
              {text.useAnother}
            </Button>
          </>
        )
      }
    >
      {isError ? (
        <ErrorBanner>{errorMessage(error)}</ErrorBanner>
      ) : (
        <LoadingRegion label={text.finishing}>
          <SkeletonLines lines={2} />
        </LoadingRegion>
      )}
    </Dialog>
  )
}
