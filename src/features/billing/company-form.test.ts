import { expect, test } from 'vitest'
import { changedAccount, companyForm, companyProblems } from './company-form.ts'

const stored = {
  email: 'accounts@acme-logistics.example',
  account_state: 'active',
  company_name: 'Acme Logistics',
  address: { address1: 'Waalhaven 12', city: 'Rotterdam', zip: '3089 JH', country: 'NL' },
  tax_id: { type: 'eu_vat', value: 'NL123456789B01' },
}

test('sends stored data back unchanged, with the country of its tax number', () => {
  const form = companyForm(stored)
  expect(companyProblems(form).reason).toBeUndefined()
  expect(changedAccount(form)).toMatchObject({
    email: stored.email,
    company_name: 'Acme Logistics',
    address: { address1: 'Waalhaven 12', address2: '', country: 'NL' },
    tax_id: { type: 'eu_vat', value: 'NL123456789B01', country: 'NL' },
  })
})

test.each([
  ['no e-mail address [BILL-017, BILL-018]', { email: ' ' }, 'Please fill out all required fields'],
  ['a word for an e-mail address', { email: 'accounts' }, 'Correct the marked fields first'],
  ['a number of another kind [BILL-021]', { taxKey: 'us_ein' }, 'Correct the marked fields first'],
])('cannot be saved with %s', (_what, changes, reason) => {
  expect(companyProblems({ ...companyForm(stored), ...changes }).reason).toBe(reason)
})

test('sends no tax number without a kind or a number [BILL-022]', () => {
  expect(changedAccount({ ...companyForm(stored), taxKey: '' }).tax_id).toBeNull()
  expect(changedAccount({ ...companyForm(stored), taxValue: '' }).tax_id).toBeNull()
})

test('data that is not stored is an empty field', () => {
  const { address } = companyForm({ ...stored, address: {} })
  expect(address).toEqual({
    address1: '',
    address2: '',
    city: '',
    state: '',
    zip: '',
    country: '',
    phone: '',
  })
})
