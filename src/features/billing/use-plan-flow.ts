import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { withParams } from '@/lib/url-state.ts'
import type { Cycle } from './plan-facts.ts'

/** Parameters of the return address after the provider's confirmation. */
const RETURN_PARAMS = ['setup-intent', 'then-propose-plan-tier', 'then-propose-plan-cycle'] as const

/** Parameters that the provider itself adds to the return address. */
const PROVIDER_PARAMS = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'] as const

export interface Proposal {
  tier: string
  cycle: Cycle
}

/** State of the dialogs for a plan change. The proposed plan is part of the address, so that it can be linked to. */
export function usePlanFlow() {
  const [params, setParams] = useSearchParams()
  const [intent, setIntent] = useState<string | null>(null)
  const [paying, setPaying] = useState(false)
  // The address updates later than this state, and the returned intent must be handled only once.
  const [taken, setTaken] = useState<string | null>(null)
  const returned = params.get('setup-intent')
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams((before) => withParams(before, changes), { replace: true, preventScrollReset: true })

  return {
    tier: params.get('plan'),
    cycle: params.get('cycle'),
    /** A confirmed intent that is not stored yet. */
    intent,
    paying,
    propose: ({ tier, cycle }: Proposal) => change({ plan: tier, cycle }),
    dropProposal: () => change({ plan: undefined, cycle: undefined }),
    openPayment: () => setPaying(true),
    closePayment() {
      setPaying(false)
      setIntent(null)
    },
    /** Discards an intent that did not work, and opens the form again. */
    dropIntent() {
      setIntent(null)
      setPaying(true)
    },
    /** The intent in the address, until it is taken. */
    returned: returned === taken ? null : returned,
    /** Moves the intent from the address to the state, and proposes the plan that it was set up for. */
    takeReturned() {
      const tier = params.get('then-propose-plan-tier')
      const cycle = params.get('then-propose-plan-cycle')
      setTaken(returned)
      setIntent(returned)
      const removed = [...RETURN_PARAMS, ...PROVIDER_PARAMS].map((name) => [name, undefined] as const)
      change({
        ...Object.fromEntries(removed),
        ...(tier === null || cycle === null ? {} : { plan: tier, cycle }),
      })
    },
  }
}

export type PlanFlowState = ReturnType<typeof usePlanFlow>
