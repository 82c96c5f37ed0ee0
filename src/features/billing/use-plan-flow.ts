import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { withParams } from '@/lib/url-state.ts'
import type { Cycle } from './plan-facts.ts'

/** What the payment provider's confirmation comes back with. */
const RETURNED = ['setup-intent', 'then-propose-plan-tier', 'then-propose-plan-cycle'] as const

/** What the provider itself adds to the address that it comes back to. */
const PROVIDERS_OWN = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'] as const

export interface Proposal {
  tier: string
  cycle: Cycle
}

/** Which dialog of the way to another plan is open. The proposed plan stands in the address, so that it can be linked to. */
export function usePlanFlow() {
  const [params, setParams] = useSearchParams()
  const [intent, setIntent] = useState<string | null>(null)
  const [paying, setPaying] = useState(false)
  // The address follows a moment later than it is changed, and what came back is taken up once only.
  const [taken, setTaken] = useState<string | null>(null)
  const returned = params.get('setup-intent')
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams((before) => withParams(before, changes), { replace: true, preventScrollReset: true })

  return {
    tier: params.get('plan'),
    cycle: params.get('cycle'),
    /** What came back from the payment provider and has not been stored yet. */
    intent,
    paying,
    propose: ({ tier, cycle }: Proposal) => change({ plan: tier, cycle }),
    dropProposal: () => change({ plan: undefined, cycle: undefined }),
    openPayment: () => setPaying(true),
    closePayment() {
      setPaying(false)
      setIntent(null)
    },
    /** The intent was of no use: the form asks anew. */
    dropIntent() {
      setIntent(null)
      setPaying(true)
    },
    /** What came back in the address, for whoever takes it up. */
    returned: returned === taken ? null : returned,
    /** Keeps the intent, and takes it out of the address together with the plan that it was meant for. */
    takeReturned() {
      const tier = params.get('then-propose-plan-tier')
      const cycle = params.get('then-propose-plan-cycle')
      setTaken(returned)
      setIntent(returned)
      const gone = [...RETURNED, ...PROVIDERS_OWN].map((name) => [name, undefined] as const)
      change({
        ...Object.fromEntries(gone),
        ...(tier === null || cycle === null ? {} : { plan: tier, cycle }),
      })
    },
  }
}

export type PlanFlowState = ReturnType<typeof usePlanFlow>
