import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ACME, ownName } from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const UNAUTHORIZED = { statusCode: 401 }
const CARD = { token_id: 'pm_card_visa', token_type: 'payment_method' } as const

/** `models.billing` and `models.creditBundle`. */
export function billingMethods(world: SdkWorld): void {
  describe('models.billing and models.creditBundle', () => {
    let sdk: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
    })

    const ownOrganization = async () => {
      const { id } = await sdk.models.organization.create({ name: ownName('Harbour') })
      onTestFinished(() => sdk.models.organization.remove(id))
      return id
    }

    test('an organization that never paid has no account, the free plan and no invoices [BILL-033, BILL-035]', async () => {
      const { billing } = sdk.models
      const organization = await ownOrganization()
      await expect(billing.getAccount(organization)).rejects.toMatchObject({
        statusCode: 404,
        body: 'Billing Account was not found.',
      })
      expect(await billing.getPlan(organization)).toMatchObject({ tier: 'free', code: 'free-monthly' })
      expect(await billing.getBillingInfo(organization)).toEqual({})
      expect(await billing.getInvoices(organization)).toEqual([])
    })

    test('adds a card, subscribes to a plan, downloads its invoice, and cancels [BILL-036, BILL-037, BILL-038, INVOICE-011, INVOICE-012, PLAN-026]', async () => {
      world.causedProblems.push(/billing\.changeInfo\): #\/token_id: String is too short/)
      const { billing } = sdk.models
      const organization = await ownOrganization()
      await expect(
        billing.changePlan(organization, { tier: 'prototype', cycle: 'monthly' }),
      ).rejects.toMatchObject({ statusCode: 400 })
      expect(await billing.getPlan(organization)).toMatchObject({ tier: 'free' })

      const card = { type: 'credit_card', last_four: '4242' }
      expect(await billing.updateBillingInfo(organization, CARD)).toMatchObject(card)
      expect(await billing.getBillingInfo(organization)).toMatchObject(card)
      await expect(
        billing.updateBillingInfo(organization, { token_id: '', token_type: 'setup_intent' }),
      ).rejects.toMatchObject({ statusCode: 400 })
      await billing.changePlan(organization, { tier: 'prototype', cycle: 'monthly' })
      const plan = await billing.getPlan(organization)
      expect(plan.tier).toMatch(/^prototype/)
      expect(plan.intervalLength).toBe('1')

      const invoice = firstOf(await billing.getInvoices(organization))
      expect(invoice).toMatchObject({ state: 'paid', total_in_cents: plan.billing.totalCostCents })
      const file = await billing.downloadInvoice(organization, invoice.invoice_number)
      if (file instanceof Blob) throw new Error('A browser’s answer')
      let pdf = ''
      for await (const chunk of file) pdf += String(chunk)
      expect(pdf.slice(0, 5)).toBe('%PDF-')
      await expect(billing.downloadInvoice(organization, '0')).rejects.toMatchObject({ statusCode: 404 })

      await billing.changePlan(organization, { tier: 'free', cycle: 'monthly', planChangeReason: 'Done' })
      await billing.removeBillingInfo(organization)
      expect(await billing.getBillingInfo(organization)).toEqual({})
    })

    test('changes the billing address, and rejects an invalid email [BILL-034]', async () => {
      const { billing } = sdk.models
      const organization = await ownOrganization()
      await billing.updateBillingInfo(organization, CARD)
      const account = {
        email: 'bills@harbour.example',
        company_name: 'Harbour',
        address: { address1: 'Quay 1', city: 'Hamburg', country: 'DE' },
        tax_id: null,
      }
      await billing.updateAccountInfo(organization, account)
      expect(await billing.getAccount(organization)).toMatchObject({
        email: 'bills@harbour.example',
        address: { city: 'Hamburg' },
      })
      await expect(
        billing.updateAccountInfo(organization, { ...account, email: 'no address' }),
      ).rejects.toMatchObject({ statusCode: 400 })
      expect(await billing.getAccount(organization)).toMatchObject({ email: 'bills@harbour.example' })
    })

    test('creates a setup intent after a captcha [BILL-039]', async () => {
      const organization = await ownOrganization()
      const intent = await sdk.models.billing.createSetupIntent({
        organization,
        'g-recaptcha-response': 'solved',
      })
      expect(intent).toMatchObject({ id: expect.any(String), client_secret: expect.any(String) })
    })

    test('buys and lists credits on a plan that supports them [CREDIT-032, CREDIT-033]', async () => {
      const { billing, creditBundle } = sdk.models
      const organization = await ownOrganization()
      const feature = firstOf(
        await sdk.pine.get({
          resource: 'feature',
          options: { $select: 'id', $filter: { slug: 'device:microservices' } },
        }),
      )
      await billing.updateBillingInfo(organization, CARD)
      const buy = () => creditBundle.create(organization, feature.id, 10)
      await billing.changePlan(organization, { tier: 'prototype', cycle: 'monthly' })
      await expect(buy()).rejects.toMatchObject({ statusCode: 400 })
      expect(await creditBundle.getAllByOrg(organization)).toEqual([])
      await billing.changePlan(organization, { tier: 'pilot', cycle: 'annual' })
      const bought = await buy()
      expect(bought).toMatchObject({ payment_status: 'paid', original_quantity: 10, total_balance: 10 })
      expect(await creditBundle.getAllByOrg(organization, { $select: 'id' })).toEqual([{ id: bought.id }])
      await billing.changePlan(organization, { tier: 'free', cycle: 'monthly' })
    })

    test('a developer has no access to billing [PERM-034]', async () => {
      const devi = await world.signedIn('devi')
      const { billing } = devi.models
      const before = await sdk.models.billing.getPlan(ACME)
      for (const attempt of [
        () => billing.getAccount(ACME),
        () => billing.getPlan(ACME),
        () => billing.getInvoices(ACME),
        () => billing.updateBillingInfo(ACME, CARD),
        () => billing.removeBillingInfo(ACME),
        () => billing.changePlan(ACME, { tier: 'free', cycle: 'monthly' }),
      ])
        await expect(attempt()).rejects.toMatchObject(UNAUTHORIZED)
      expect(await sdk.models.billing.getPlan(ACME)).toEqual(before)
      await expect(billing.getPlan('nobody_inc')).rejects.toMatchObject({
        code: 'BalenaOrganizationNotFound',
      })
    })
  })
}
