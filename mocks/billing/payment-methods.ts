import type { Address, ChargeOutcome, Holder, PaymentMethod } from '../store/ledger.ts'

/** The provider's result for a token: a payment method, or why there is none. */
export type TokenAnswer =
  | { kind: 'method'; method: PaymentMethod }
  | { kind: 'declined'; reason: string }
  /** The user must confirm it first, through a setup intent. */
  | { kind: 'needs-action'; method: PaymentMethod }
  | { kind: 'unknown' }

const address: Address = {
  address1: 'Waalhaven 12',
  address2: '',
  city: 'Rotterdam',
  state: '',
  zip: '3089 JH',
  country: 'NL',
  phone: '+31 10 555 0142',
}

const holder: Holder = { firstName: 'Ada', lastName: 'Moreau', company: 'Acme Logistics', address }

const card = (cardType: string, number: string, onCharge: ChargeOutcome = 'paid'): PaymentMethod => ({
  ...holder,
  type: 'credit_card',
  cardType,
  firstOne: number.slice(0, 1),
  lastFour: number.slice(-4),
  month: '8',
  year: '2029',
  onCharge,
})

const account = (
  type: 'us_bank_account' | 'sepa_debit',
  lastFour: string,
  onCharge: ChargeOutcome = 'clears-later',
): PaymentMethod => ({
  ...holder,
  type,
  accountType: type === 'sepa_debit' ? 'iban' : 'checking',
  lastFour,
  routingNumber: type === 'sepa_debit' ? '37040044' : '110000000',
  onCharge,
})

const accepted = (method: PaymentMethod): TokenAnswer => ({ kind: 'method', method })

const DECLINED = 'Your card was declined.'

/**
 * The provider's names of its test cards and accounts. `…Fail` and `…insufficientFunds` can be stored but are declined
 * when charged; `…Declined` cannot be stored.
 */
const tokens: Readonly<Record<string, TokenAnswer>> = {
  pm_card_visa: accepted(card('Visa', '4242424242424242')),
  pm_card_mastercard: accepted(card('MasterCard', '5555555555554444')),
  pm_card_amex: accepted(card('American Express', '378282246310005')),
  pm_card_discover: accepted(card('Discover', '6011111111111117')),
  pm_card_chargeCustomerFail: accepted(card('Visa', '4000000000000341', { declined: DECLINED })),
  pm_card_visa_chargeDeclinedInsufficientFunds: accepted(
    card('Visa', '4000000000009995', { declined: 'Your card has insufficient funds.' }),
  ),
  pm_card_chargeDeclined: { kind: 'declined', reason: DECLINED },
  pm_card_chargeDeclinedExpiredCard: { kind: 'declined', reason: 'Your card has expired.' },
  pm_card_authenticationRequired: { kind: 'needs-action', method: card('Visa', '4000002500003155') },
  pm_usBankAccount_success: accepted(account('us_bank_account', '6789')),
  pm_usBankAccount_insufficientFunds: accepted(
    account('us_bank_account', '2227', { declined: 'The bank account has insufficient funds.' }),
  ),
  pm_sepaDebit_success: accepted(account('sepa_debit', '3000')),
}

/** Looks up a payment method at the provider. */
export const askProvider = (token: string): TokenAnswer => tokens[token] ?? { kind: 'unknown' }

/** The value returned by the provider's form: `seti_…`, or `seti_…:<test token>` to choose the card or account. */
export function splitIntentToken(token: string): { intent: string; method: string } {
  const [intent = '', method = 'pm_card_visa'] = token.split(':')
  return { intent, method }
}
