import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import type { BillingPlan } from '@/api/model.ts'
import { FREE_PLAN, whyBeyondFree, type FreeAllowance } from '@/domain/billing/free-allowance.ts'
import { planText } from '@/messages/billing/billing.ts'
import { errorText } from '@/messages/common/common.ts'
import { isBankType } from './payment-method.ts'
import { cycleOf, cycles, tierOf, type Cycle } from './plan-facts.ts'
import type { Plan } from './plans.queries.ts'

/** The plan and cycle to change to. */
export interface ProposedPlan {
  plan: Plan
  cycle: Cycle
}

/** The current plan and cycle of an organization. */
export interface CurrentPlan {
  code: string
  cycle: Cycle
  /** Undefined for a plan that is not listed, because the sales team has agreed on it. */
  plan: Plan | undefined
}

export type PlanChangeKind = 'none' | 'contact-sales' | 'cycle' | 'upgrade' | 'downgrade'

export const currentPlan = (
  billed: Pick<BillingPlan, 'tier' | 'intervalLength'>,
  plans: readonly Plan[],
) => ({
  code: billed.tier,
  cycle: cycleOf(billed.intervalLength),
  plan: plans.find(({ billing_code }) => billing_code === billed.tier),
})

/** The kind of a plan change (docs/decisions/product-rules.md, 32). */
export function kindOfChange(current: CurrentPlan, { plan, cycle }: ProposedPlan): PlanChangeKind {
  const sameTier = plan.billing_code === current.code
  if (sameTier && cycle === current.cycle) return 'none'
  // The free plan is not paid for, so its cycle makes no difference.
  if (sameTier && plan.billing_code === FREE_PLAN) return 'none'
  if (current.plan?.can_self_serve !== true || !plan.can_self_serve) return 'contact-sales'
  if (sameTier) return 'cycle'
  return plan.annual_price < current.plan.annual_price ? 'downgrade' : 'upgrade'
}

/** Why an organization cannot move to the free plan; undefined if it can (docs/decisions/product-rules.md, 30). */
export function whyNotFree(
  plan: Pick<Plan, 'billing_code'>,
  allowance: FreeAllowance,
): 'frozen-devices' | 'too-many-devices' | undefined {
  return plan.billing_code === FREE_PLAN ? whyBeyondFree(allowance) : undefined
}

/** Whether the terms of a bank debit must be accepted first. */
export const needsDebitTerms = (method: string | undefined, { plan }: ProposedPlan): boolean =>
  isBankType(method) && plan.billing_code !== FREE_PLAN

/** The label of the confirm button (docs/decisions/product-rules.md, 33). */
export function confirmWord(method: string | undefined, proposed: ProposedPlan): 'next' | 'pay' | 'confirm' {
  if (needsDebitTerms(method, proposed)) return 'next'
  return proposed.plan.monthly_price > 0 ? 'pay' : 'confirm'
}

/** The request body of a plan change; omits empty feedback. */
export function changeBody({ plan, cycle }: ProposedPlan, feedback: string) {
  const reason = feedback.trim()
  return {
    tier: plan.billing_code ?? '',
    annual: cycle === 'annual',
    ...(reason === '' ? {} : { planChangeReason: reason }),
  }
}

/** The plan proposed by an address; null unless it is sold online and the cycle is valid. */
export function planInAddress(
  tier: string | null,
  cycle: string | null,
  plans: readonly Plan[],
): ProposedPlan | null {
  const known = cycles.find((one) => one === cycle)
  const sold = plans.filter(({ is_legacy }) => !is_legacy)
  const found =
    sold.find(({ billing_code }) => billing_code === tier) ??
    sold.find(({ billing_code }) => tierOf(billing_code) === tier)
  if (tier === null || known === undefined || found === undefined || !found.can_self_serve) return null
  return tierOf(found.billing_code) === 'unknown' ? null : { plan: found, cycle: known }
}

/** Event on `window` after a plan change, for scripts of a deployment. */
export const PLAN_CHANGED_EVENT = 'flotilla:plan-changed'

/** Dispatches the event of a plan change. */
export function dispatchPlanChanged(
  organization: number,
  { plan, cycle }: ProposedPlan,
  target: EventTarget = window,
) {
  const detail = { organization, tier: plan.billing_code, cycle }
  target.dispatchEvent(new CustomEvent(PLAN_CHANGED_EVENT, { detail }))
}

/** Whether the payment failed, so that another card or account may work. */
export const isRefusedPayment = (error: unknown): boolean => isApiError(error) && error.status === 402

/** Why a change failed: the platform's message, or a general one. */
export function planFailure(error: unknown): string {
  const message = isApiError(error) ? errorMessage(error) : ''
  return message === '' || message === errorText.request ? planText.failed : message
}
