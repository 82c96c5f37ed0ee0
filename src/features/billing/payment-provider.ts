import { queryOptions } from '@tanstack/react-query'
import { Failure } from '@/api/error-message.ts'
import { configText, platformConfigQuery } from '@/domain/platform/platform-config.queries.ts'
import { cleanHtmlOfOthers } from '@/lib/trusted-types.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'

const SCRIPT = 'https://js.stripe.com/v3/'

interface Outcome {
  error?: { message?: string }
}

export interface ProviderElement {
  mount(container: HTMLElement): void
  unmount(): void
  on(event: 'ready' | 'loaderror', listener: () => void): void
}

export interface ProviderElements {
  create(kind: 'payment'): ProviderElement
  submit(): Promise<Outcome>
}

/** The part of the payment provider's script that sets up cards and accounts. */
export interface ProviderScript {
  elements(options: { mode: 'setup'; currency: 'usd' }): ProviderElements
  confirmSetup(options: {
    elements: ProviderElements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<Outcome>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => ProviderScript
  }
}

/** The provider itself or, in simulated mode, its published test cards. */
export type PaymentProvider = { kind: 'test' } | { kind: 'live'; script: ProviderScript }

let loading: Promise<void> | undefined

/** Loads the provider's script once. Rejects if that fails; the next call tries again. */
function loadScript(): Promise<void> {
  loading ??= cleanHtmlOfOthers().then(appendScript)
  return loading
}

const appendScript = () =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Failure(text.scriptFailedDetail))
    })
    document.head.append(script)
  })

async function openProvider(config: unknown): Promise<PaymentProvider> {
  if (configText(config, 'deployment') === 'simulated') return { kind: 'test' }
  const stripePublicKey = configText(config, 'stripePublicKey')
  if (!stripePublicKey) throw new Failure(text.scriptFailedDetail)
  await loadScript()
  const script = window.Stripe?.(stripePublicKey)
  if (script === undefined) throw new Failure(text.scriptFailedDetail)
  return { kind: 'live', script }
}

/** The payment provider of the platform. Its script is loaded when the form first opens. */
export const providerQuery = () =>
  queryOptions({
    queryKey: ['payment-provider'],
    staleTime: Infinity,
    queryFn: async ({ client }) => openProvider(await client.ensureQueryData(platformConfigQuery())),
  })
