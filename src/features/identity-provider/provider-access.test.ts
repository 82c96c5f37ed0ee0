import { expect, test } from 'vitest'
import {
  eligible,
  losesAccess,
  needsProvider,
  otherProviders,
  whyNotAdd,
  whyNotChangeLink,
  whyNotManage,
} from './provider-access.ts'

const acmesOwn = { id: 1, sso_identifier: 'acme' }
const own = (id: number, name: string, change: object = {}) => ({
  id,
  name,
  isAdministrator: false,
  hasSaml: false,
  providers: [],
  ...change,
})
const acme = own(1, 'Acme', { isAdministrator: true, hasSaml: true, providers: [acmesOwn] })
const poor = own(2, 'Tidewater', { isAdministrator: true })
const foreign = own(3, 'Northwind')
const viewer = (...organizations: ReturnType<typeof own>[]) => ({ organizations, isStaff: false })
const staff = { organizations: [], isStaff: true }

test('managing an identity provider requires an administrator of a linked organization whose plan includes SAML [IDP-021, IDP-022]', () => {
  expect(whyNotManage(viewer(acme), [1])).toBeUndefined()
  expect(whyNotManage(viewer(poor, acme), [2, 1])).toBeUndefined()
  expect(whyNotManage(viewer(acme, foreign), [3])).toMatch(/^Only an administrator of a linked organization/)
  expect(whyNotManage(viewer(acme, poor), [2])).toMatch(
    /^The plan of Tidewater does not include single sign-on/,
  )
  expect(whyNotManage(staff, [1])).toMatch(/^Only an administrator/)
})

test('administrators of the organization and staff may change a link [IDP-021, IDP-024]', () => {
  expect(whyNotChangeLink(viewer(acme), [1], acme)).toBeUndefined()
  expect(whyNotChangeLink(viewer(acme, foreign), [1, 3], foreign)).toBe(
    'Only an administrator of Northwind can do this',
  )
  expect(whyNotChangeLink(viewer(poor), [2], poor)).toMatch(/does not include single sign-on/)
  expect(whyNotChangeLink(viewer(acme), [1], undefined)).toMatch(/^Only an administrator/)
  expect(whyNotChangeLink(staff, [1], acme)).toBeUndefined()
  expect(whyNotChangeLink(staff, [], undefined)).toBeUndefined()
})

test('adding an identity provider requires an administrator of an organization whose plan includes SAML [IDP-021, IDP-022]', () => {
  expect(whyNotAdd(viewer(poor, acme))).toBeUndefined()
  expect(eligible(viewer(poor, acme, foreign))).toEqual([acme])
  expect(whyNotAdd(viewer(poor))).toBe('None of your organizations has a plan with single sign-on')
  expect(whyNotAdd(viewer(foreign))).toBe('Only administrators of an organization can add one')
  expect(needsProvider(viewer(acme))).toBe(false)
  expect(needsProvider(viewer(acme, { ...poor, hasSaml: true }))).toBe(true)
})

test('lists each other identity provider of a user once, with its organizations', () => {
  const north = { id: 2, sso_identifier: 'north' }
  const organizations = [
    { ...acme, providers: [acmesOwn, north] },
    { ...foreign, providers: [north] },
  ]
  expect(otherProviders(organizations, 1)).toEqual([{ ...north, names: ['Acme', 'Northwind'] }])
  expect(otherProviders([acme], 1)).toEqual([])
})

test("an identity provider without any of the user's organizations is not visible", () => {
  expect(losesAccess(viewer(acme), [1, 3])).toBe(false)
  expect(losesAccess(viewer(acme), [3])).toBe(true)
  expect(losesAccess(staff, [3])).toBe(false)
})
