import { Failure } from '@/api/error-message.ts'
import type { SetupIntent } from '@/api/model.ts'
import { billing } from '@/domain/billing/billed-plan.queries.ts'
import { paths } from '@/lib/paths.ts'
import { createStored } from '@/lib/stored.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'
import type { Proposal } from './use-plan-flow.ts'

/**
 * Confirms an intent with the payment provider, and returns the token to store. May redirect the user to another
 * site, which returns to `returnTo`.
 */
export type ConfirmSetup = (intent: SetupIntent, returnTo: string) => Promise<string>

/** The return address of the provider's confirmation, with the plan to propose next. */
export function returnPath(organization: number, token: string, proposal: Proposal | undefined): string {
  const query = new URLSearchParams({ 'setup-intent': token })
  if (proposal) {
    query.set('then-propose-plan-tier', proposal.tier)
    query.set('then-propose-plan-cycle', proposal.cycle)
  }
  return `${paths.billing(organization)}?${query}`
}

export interface PaymentSetup {
  organization: number | undefined
  captcha: string | null
  /** Null until the provider's form is ready. */
  confirm: ConfirmSetup | null
  proposal: Proposal | undefined
}

/** Sets up a payment method. Returns the address to continue at. Throws `Failure` if form or captcha is not ready. */
export async function setUpPayment({
  organization,
  captcha,
  confirm,
  proposal,
}: PaymentSetup): Promise<string> {
  if (organization === undefined || confirm === null) throw new Failure(text.notReady)
  if (captcha === null) throw new Failure(text.captchaMissing)
  const intent = await billing().createSetupIntent(organization, captcha)
  if (!intent.client_secret) throw new Failure(text.noClientSecret)
  const token = await confirm(intent, returnPath(organization, intent.id, proposal))
  return returnPath(organization, token, proposal)
}

/** Whether a payment method's address becomes the company's, by organization; stored in this browser. */
export const setsCompanyAddress = createStored<Readonly<Record<string, boolean>>>(
  'set-as-company-address',
  {},
  (stored) =>
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every((one) => typeof one === 'boolean')
      ? (stored as Record<string, boolean>)
      : undefined,
)

/** The user's choice; yes by default. */
export const wantsCompanyAddress = (
  choices: Readonly<Record<string, boolean>>,
  organization: number,
): boolean => choices[String(organization)] ?? true
