import { expect } from 'vitest'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import { done, NO_INPUT, refused } from './service-case.ts'
import type { CaseRequest, Case, ServiceCases } from './service-case.ts'
import type { Subjects } from './subjects.ts'

const ofAcme = ({ acme }: Subjects) => ({ params: { orgId: acme } })

const UNKNOWN = { params: { orgId: 999_999 } }

const asAda =
  (asked: CaseRequest): Extract<Case['ask'], (it: Subjects) => unknown> =>
  (it) => ({ ...ofAcme(it), as: 'ada', ...asked })

const asMel =
  (asked: CaseRequest = {}): Case['ask'] =>
  (it) => ({ ...ofAcme(it), as: 'mel', ...asked })

/** Readable only by users who see the billing of the organization. */
const reading = (): ServiceCases => ({
  success: done(asAda({})),
  refusal: refused(401, asMel()),
  badInput: refused(401, { as: 'ada', ...UNKNOWN }),
})

const changing = (good: CaseRequest, bad: CaseRequest, message: unknown = ''): ServiceCases => ({
  success: done(asAda(good)),
  refusal: refused(401, asMel(good)),
  badInput: refused(400, asAda(bad), message),
})

const AREA = 22_000_005
const TICKET = {
  subject: 'A gate does not come back',
  comment: { body: 'It is offline since noon.', uploads: [] },
  custom_fields: [{ id: AREA, value: 'device' }],
}

function attachment(size: number, part = 'file'): FormData {
  const form = new FormData()
  form.set(part, new File([new Uint8Array(size)], 'gate.log'))
  return form
}

async function anInvoice({ world, acme }: Subjects): Promise<string> {
  const response = await world.request(`/billing/v1/account/${acme}/invoices`, { as: 'ada' })
  const invoices = (await response.json()) as { invoice_number: string; state: string }[]
  const found = invoices.find(({ state }) => state === 'paid')
  if (found === undefined) throw new Error('No paid invoice')
  return found.invoice_number
}

/** Billing and support. */
export const moneyCases = {
  'billing.getAccount': reading(),
  'billing.changeAccount': changing({ body: { company_name: 'Acme' } }, { body: { email: 'nobody' } }),
  'billing.getPlan': reading(),
  'billing.changePlan': changing(
    { body: { annual: true, tier: 'production-v2' } },
    { body: { annual: true, tier: 'moon' } },
    'There is no plan moon.',
  ),
  'billing.getUsage': reading(),
  'billing.canAccessSupport': {
    success: done(asMel()),
    refusal: refused(401, ({ tidewater }) => ({ as: 'mel', params: { orgId: tidewater } })),
    badInput: refused(401, { as: 'ada', ...UNKNOWN }),
  },
  'billing.getInfo': reading(),
  'billing.changeInfo': changing({ body: { token_id: 'pm_card_visa' } }, { body: {} }),
  'billing.removeInfo': {
    success: done(asAda({})),
    refusal: refused(401, asMel()),
    badInput: refused(401, { as: 'ada', ...UNKNOWN }),
  },
  'billing.createSetupIntent': changing(
    { body: { 'g-recaptcha-response': 'yes' } },
    { body: {} },
    'recaptcha not verified',
  ),
  'billing.listInvoices': reading(),
  'billing.downloadInvoice': {
    success: done(async (it) => ({
      as: 'ada',
      params: { orgId: it.acme, number: await anInvoice(it) },
    })),
    refusal: refused(401, async (it) => ({
      as: 'mel',
      params: { orgId: it.acme, number: await anInvoice(it) },
    })),
    badInput: refused(
      404,
      ({ acme }) => ({ as: 'ada', params: { orgId: acme, number: 'none' } }),
      'Invoice was not found.',
    ),
  },
  'support.getTicketFields': {
    success: done(asMel()),
    refusal: refused(401, ({ tidewater }) => ({ as: 'mel', params: { orgId: tidewater } })),
    badInput: NO_INPUT,
  },
  'support.uploadAttachment': {
    success: done((it) => ({ ...ofAcme(it), as: 'mel', raw: attachment(10) })),
    refusal: refused(
      403,
      ({ tidewater }) => ({ as: 'ada', params: { orgId: tidewater }, raw: attachment(10) }),
      'Private support needs a paid plan.',
    ),
    badInput: refused(
      400,
      (it) => ({ ...ofAcme(it), as: 'mel', raw: attachment(10, 'other') }),
      'The attachment must be sent as a form with a file.',
    ),
  },
  'support.submitTicket': {
    success: done(asMel({ body: TICKET }), 201),
    refusal: refused(
      403,
      ({ tidewater }) => ({ as: 'ada', params: { orgId: tidewater }, body: TICKET }),
      'Private support needs a paid plan.',
    ),
    badInput: refused(400, asMel({ body: { ...TICKET, subject: ' ' } }), expect.any(String)),
  },
} satisfies Partial<Record<ServiceOperationId, ServiceCases>>
