import { expect, test } from 'vitest'
import { cardBrand, isBankType, paymentMethodOf } from './payment-method.ts'

test.each([
  ['Visa', 'Visa'],
  ['MasterCard', 'MasterCard'],
  ['mastercard', 'MasterCard'],
  ['American Express', 'American Express'],
  ['Discover', 'Discover'],
  ['JCB', 'Unknown'],
  [undefined, 'Unknown'],
])('a card of %s is of the brand %s [BILL-053]', (cardType, brand) => {
  expect(cardBrand(cardType)).toBe(brand)
})

test.each([
  ['card', 'card'],
  ['credit_card', 'card'],
  ['bank_account', 'bank'],
  ['us_bank_account', 'bank'],
  ['sepa_debit', 'bank'],
  ['paypal', 'other'],
  ['cashapp', 'other'],
  ['link', 'other'],
  ['', undefined],
  ['cheque', undefined],
])('the type "%s" is shown as %s [BILL-013]', (type, kind) => {
  expect(paymentMethodOf({ type })?.kind).toBe(kind)
  expect(isBankType(type)).toBe(kind === 'bank')
})

test('names a card by brand, last digits and expiry date', () => {
  const info = {
    type: 'credit_card',
    card_type: 'Visa',
    last_four: '4242',
    month: '8',
    year: '2029',
    full_name: 'Ada Moreau',
  }
  expect(paymentMethodOf(info)).toEqual({
    kind: 'card',
    brand: 'Visa',
    lastFour: '4242',
    expires: '08/2029',
    holder: 'Ada Moreau',
  })
  expect(paymentMethodOf({})).toBeNull()
})
