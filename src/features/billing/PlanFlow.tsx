import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BillingInfo } from '@/api/model.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { FREE_PLAN, freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { FinishPaymentDialog } from './FinishPaymentDialog.tsx'
import { paymentMethodOf } from './payment-method.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { currentPlan, kindOfChange, planInAddress, whyNotFree } from './plan-change.ts'
import { plansQuery } from './plans.queries.ts'
import type { PlanFlowState } from './use-plan-flow.ts'

export interface PlanFlowProps {
  organization: { id: number; name: string }
  info: UseQueryResult<BillingInfo>
  flow: PlanFlowState
}

/** The dialogs of a plan change: a payment method first if there is none, then the confirmation. */
export function PlanFlow({ organization, info, flow }: PlanFlowProps) {
  const change = useProposedChange(organization.id, flow)
  const { returned, takeReturned } = flow
  useEffect(() => {
    if (returned !== null) takeReturned()
  })
  if (flow.intent !== null) {
    return (
      <FinishPaymentDialog
        organization={organization.id}
        intent={flow.intent}
        onDone={flow.closePayment}
        onUseAnother={flow.dropIntent}
        onClose={flow.closePayment}
      />
    )
  }
  const isFree = change?.proposed.plan.billing_code === FREE_PLAN
  const lacksMethod = info.data !== undefined && paymentMethodOf(info.data) === null
  if (flow.paying || (change && !isFree && lacksMethod)) {
    return (
      <PaymentDialog
        organization={organization.id}
        proposal={change && { tier: change.proposed.plan.billing_code ?? '', cycle: change.proposed.cycle }}
        onClose={() => {
          flow.closePayment()
          if (change) flow.dropProposal()
        }}
      />
    )
  }
  if (!change || info.data === undefined) return null
  return (
    <ChangePlanDialog
      organization={organization}
      {...change}
      method={info.data}
      onUseAnother={flow.openPayment}
      onClose={flow.dropProposal}
    />
  )
}

/** The plan proposed by the address; undefined if the organization cannot switch to it online. */
function useProposedChange(organization: number, { tier, cycle }: PlanFlowState) {
  const { data: plans } = useQuery(plansQuery())
  const { data: billed } = useQuery(billedPlanQuery(organization))
  const { data: allowance } = useQuery(freeAllowanceQuery(organization))
  if (plans === undefined || billed === undefined || allowance === undefined) return undefined
  const proposed = planInAddress(tier, cycle, plans)
  if (proposed === null || whyNotFree(proposed.plan, allowance) !== undefined) return undefined
  const current = currentPlan(billed, plans)
  const kind = kindOfChange(current, proposed)
  if (kind === 'none' || kind === 'contact-sales') return undefined
  return { proposed, current, kind, title: billed.title }
}
