import type { BillingInfo } from '@/api/model.ts'
import { paymentText as text } from '@/messages/billing/billing.ts'

/** Kinds of payment method. */
const kinds = [
  'card',
  'credit_card',
  'bank_account',
  'us_bank_account',
  'sepa_debit',
  'paypal',
  'cashapp',
  'link',
] as const

export type PaymentKind = (typeof kinds)[number]

const BANKS: ReadonlySet<string> = new Set<PaymentKind>(['bank_account', 'us_bank_account', 'sepa_debit'])

/** Whether the method is a bank debit, which requires accepting its terms. */
export const isBankType = (kind: string | undefined): boolean => kind !== undefined && BANKS.has(kind)

/** The known card brands. */
const brands = ['American Express', 'Discover', 'MasterCard', 'Visa'] as const

export type CardBrand = (typeof brands)[number] | 'Unknown'

export const cardBrand = (cardType: string | undefined): CardBrand =>
  brands.find((brand) => brand.toLowerCase() === cardType?.trim().toLowerCase()) ?? 'Unknown'

/** The stored payment method. */
export type PaymentMethod =
  | { kind: 'card'; brand: CardBrand; lastFour: string; expires: string; holder: string }
  | { kind: 'bank'; type: PaymentKind; lastFour: string; holder: string; routingNumber: string }
  | { kind: 'other'; type: PaymentKind }

/** Parses the stored payment method; null if there is none, or if its kind is unknown. */
export function paymentMethodOf(info: BillingInfo | Readonly<Record<string, unknown>>): PaymentMethod | null {
  const fields: Readonly<Record<string, unknown>> = info
  const textField = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const type = kinds.find((kind) => kind === fields['type'])
  if (type === undefined) return null
  if (type === 'card' || type === 'credit_card') {
    return {
      kind: 'card',
      brand: cardBrand(textField('card_type')),
      lastFour: textField('last_four'),
      expires: `${textField('month').padStart(2, '0')}/${textField('year')}`,
      holder: textField('full_name'),
    }
  }
  if (isBankType(type)) {
    return {
      kind: 'bank',
      type,
      lastFour: textField('last_four'),
      holder: textField('name_on_account') || textField('full_name'),
      routingNumber: textField('routing_number'),
    }
  }
  return { kind: 'other', type }
}

/** The kind of the stored payment method; undefined if there is none. */
export const paymentTypeOf = (info: BillingInfo | undefined): string | undefined =>
  info !== undefined && 'type' in info && typeof info.type === 'string' ? info.type : undefined

/** A payment method in one line. */
export function methodName(method: PaymentMethod): string {
  switch (method.kind) {
    case 'card':
      return text.card(method.brand === 'Unknown' ? text.unknownBrand : method.brand, method.lastFour)
    case 'bank':
      return text.bankAccount(method.lastFour)
    case 'other':
      return text.others[method.type] ?? method.type
  }
}
