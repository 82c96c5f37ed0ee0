import { Failure } from '@/domain/screen/error-message.ts'
import { createStored } from '@/lib/stored.ts'
import { paths } from '@/lib/paths.ts'
import type { SetupIntent } from '@/api/model.ts'
import { paymentText as text } from '@/messages/billing.ts'
import { billing } from './billing.queries.ts'
import type { Proposal } from './use-plan-flow.ts'

/**
 * Confirms an intent with the payment provider, and gives the token that it is stored by. The person may be led away from
 * the page, and back to `returnTo`.
 */
export type ConfirmSetup = (intent: SetupIntent, returnTo: string) => Promise<string>

/** Where the confirmation of a setup comes back to, with the plan that is proposed next. */
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
  /** Null while the provider's form is not ready. */
  confirm: ConfirmSetup | null
  proposal: Proposal | undefined
}

/** Sets up a payment method, and gives where to go on. Throws `Failure` for what was asked for too early. */
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

/** Whether a payment method's address becomes the company's, by organization; kept in this browser. */
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

/** What somebody wants who has not said otherwise. */
export const wantsCompanyAddress = (kept: Readonly<Record<string, boolean>>, organization: number): boolean =>
  kept[String(organization)] ?? true
