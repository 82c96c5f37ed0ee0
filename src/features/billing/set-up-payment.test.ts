import { expect, test, vi } from 'vitest'
import { returnPath, setsCompanyAddress, setUpPayment, wantsCompanyAddress } from './set-up-payment.ts'

const confirm = async () => 'seti_1'

test.each([
  ['an organization', { organization: undefined, confirm }],
  ['the provider’s form', { organization: 1, confirm: null }],
])('sets nothing up without %s [BILL-050]', async (_what, early) => {
  const setup = { captcha: 'solved', proposal: undefined, ...early }
  await expect(setUpPayment(setup)).rejects.toThrow('Submitting billing form before initialization')
})

test('the return address contains the intent and the plan to propose next [BILL-006]', () => {
  expect(returnPath(1, 'seti_1', undefined)).toBe('/orgs/1/billing?setup-intent=seti_1')
  expect(returnPath(1, 'seti_1', { tier: 'pilot-v2', cycle: 'annual' })).toBe(
    '/orgs/1/billing?setup-intent=seti_1&then-propose-plan-tier=pilot-v2&then-propose-plan-cycle=annual',
  )
})

test('each organization has its own choice about the company’s address [BILL-055]', () => {
  expect([1, 2].map((organization) => wantsCompanyAddress({ '1': false }, organization))).toEqual([
    false,
    true,
  ])
})

test.each(['null', '"text"', '{"1":"yes"}', '[7]'])('ignores a stored choice of %s', (kept) => {
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem: () => {} })
  expect(setsCompanyAddress.get()).toEqual({})
  vi.stubGlobal('localStorage', { getItem: () => '{"1":false}', setItem: () => {} })
  expect(setsCompanyAddress.get()).toEqual({ '1': false })
  vi.unstubAllGlobals()
})
