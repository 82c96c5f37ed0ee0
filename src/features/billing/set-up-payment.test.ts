import { expect, test, vi } from 'vitest'
import { returnPath, setsCompanyAddress, setUpPayment, wantsCompanyAddress } from './set-up-payment.ts'

const confirm = async () => 'seti_1'

test.each([
  ['an organization', { organization: undefined, confirm }],
  ['the provider’s form', { organization: 1, confirm: null }],
])('without %s nothing is set up [BILL-050]', async (_what, early) => {
  const setup = { captcha: 'solved', proposal: undefined, ...early }
  await expect(setUpPayment(setup)).rejects.toThrow('Submitting billing form before initialization')
})

test('the confirmation comes back with the intent and the plan that is proposed next [BILL-006]', () => {
  expect(returnPath(1, 'seti_1', undefined)).toBe('/orgs/1/billing?setup-intent=seti_1')
  expect(returnPath(1, 'seti_1', { tier: 'pilot-v2', cycle: 'annual' })).toBe(
    '/orgs/1/billing?setup-intent=seti_1&then-propose-plan-tier=pilot-v2&then-propose-plan-cycle=annual',
  )
})

test('each organization has a wish of its own about the company’s address [BILL-055]', () => {
  expect([1, 2].map((organization) => wantsCompanyAddress({ '1': false }, organization))).toEqual([
    false,
    true,
  ])
})

test.each(['null', '"text"', '{"1":"yes"}', '[7]'])('a wish that was kept as %s is none', (kept) => {
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem: () => {} })
  expect(setsCompanyAddress.get()).toEqual({})
  vi.stubGlobal('localStorage', { getItem: () => '{"1":false}', setItem: () => {} })
  expect(setsCompanyAddress.get()).toEqual({ '1': false })
  vi.unstubAllGlobals()
})
