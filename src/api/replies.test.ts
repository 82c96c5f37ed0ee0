import { expect, test } from 'vitest'
import { heldToContract } from './replies.ts'

const PLAN = 'get /billing/v1/account/{orgId}/plan'
const whole = {
  name: 'pilot',
  title: 'Pilot',
  code: 'pilot',
  tier: 'pilot',
  addOns: [{ code: 'seat', unitCostCents: '4900', quantity: '2' }],
  billing: { currency: 'USD', totalCostCents: '12900', charges: [] },
  support: { name: 'standard', title: 'Standard' },
}

test('what is as the contract says stays as it is', () => {
  expect(heldToContract(PLAN, whole)).toEqual(whole)
})

test('what is missing or of another kind is empty, item by item', () => {
  const empty = { name: '', title: '', code: '', tier: '', addOns: [] }
  for (const answer of [null, undefined, 7, 'text', [], [whole], {}])
    expect(heldToContract(PLAN, answer)).toMatchObject(empty)
  expect(heldToContract(PLAN, { ...whole, support: null, addOns: [null, 7, ...whole.addOns] })).toEqual({
    ...whole,
    support: { name: '', title: '' },
  })
  expect(heldToContract(PLAN, { ...whole, billing: [] })).toMatchObject({
    billing: { currency: '', totalCostCents: '', charges: [] },
  })
  // A number where a text belongs is one that can be read.
  expect(heldToContract(PLAN, { ...whole, title: 7 })).toMatchObject({ title: '7' })
})

test('an optional part that cannot be read is absent, one that may be null is null', () => {
  expect(heldToContract(PLAN, { ...whole, addonPlan: 'none' })).not.toHaveProperty('addonPlan')
  const STATE = 'post /supervisor/v1/device'
  const state = {
    api_port: 48484,
    ip_address: {},
    os_version: null,
    supervisor_version: '17.0.0',
    commit: [],
  }
  const held = heldToContract(STATE, state)
  expect(held).toMatchObject({ api_port: 48484, ip_address: null, os_version: null, update_failed: false })
  expect(held).not.toHaveProperty('commit')
  expect(heldToContract(STATE, { ...state, download_progress: null })).toMatchObject({
    download_progress: null,
  })
})

test('maps keep their own keys, and no inherited ones', () => {
  const USAGE = 'get /billing/v1/account/{orgId}/usage'
  const usage = { currentUsage: { devices: 3, other: 'x' }, peakUsage: [], overage: null }
  expect(heldToContract(USAGE, usage)).toMatchObject({
    currentUsage: { devices: 3 },
    peakUsage: {},
    overage: {},
  })
  expect(heldToContract(PLAN, JSON.parse('{"__proto__":{"title":"taken"}}'))).toMatchObject({ title: '' })
})

test('an answer without a shape is passed on', () => {
  expect(heldToContract('get /nothing', { a: 1 })).toEqual({ a: 1 })
})
