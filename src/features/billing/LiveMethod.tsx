import { useEffect, useRef, useState } from 'react'
import { Failure } from '@/api/error-message.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import type { ProviderElements, ProviderScript } from './payment-provider.ts'
import type { ConfirmSetup } from './set-up-payment.ts'

export interface LiveMethodProps {
  script: ProviderScript
  /** Called with the function that confirms a setup once the provider's form is ready; null if it is not. */
  onReady: (ready: { confirm: ConfirmSetup } | null) => void
}

/** Embeds the payment provider's own form, so that its input never reaches the dashboard. */
export function LiveMethod({ script, onReady }: LiveMethodProps) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    if (container.current === null) return
    const elements = script.elements({ mode: 'setup', currency: 'usd' })
    const element = elements.create('payment')
    element.on('ready', () => {
      setState('ready')
      onReady({ confirm: confirmWith(script, elements) })
    })
    element.on('loaderror', () => setState('failed'))
    element.mount(container.current)
    return () => {
      onReady(null)
      element.unmount()
    }
  }, [script, onReady])
  return (
    <>
      <div ref={container} />
      {state === 'loading' && (
        <LoadingRegion label={text.loading}>
          <SkeletonLines lines={3} />
        </LoadingRegion>
      )}
      {state === 'failed' && <ErrorBanner>{text.scriptFailed}</ErrorBanner>}
    </>
  )
}

const throwIfFailed = ({ error }: { error?: { message?: string } }) => {
  if (error) throw new Failure(error.message ?? text.finishFailed)
}

/** Stays on the page unless the bank requires a redirect, which returns to `returnTo` with the intent. */
const confirmWith =
  (script: ProviderScript, elements: ProviderElements): ConfirmSetup =>
  async (intent, returnTo) => {
    throwIfFailed(await elements.submit())
    throwIfFailed(
      await script.confirmSetup({
        elements,
        clientSecret: intent.client_secret,
        confirmParams: {
          return_url: absoluteUrl(returnTo),
        },
        redirect: 'if_required',
      }),
    )
    return intent.id
  }
