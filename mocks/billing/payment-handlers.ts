import { userEmail } from '../access/users.ts'
import { HttpError } from '../base/http-error.ts'
import { jsonBody, empty, json, bodyField } from '../http/request-context.ts'
import type { RequestContext, JsonObject, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { PaymentMethod } from '../store/ledger.ts'
import { newSecret } from '../store/secrets.ts'
import { payingOrganization } from './billing-access.ts'
import { accountFor, collect } from './charging.ts'
import { askProvider, splitIntentToken } from './payment-methods.ts'

type Info = JsonOf<'billing.getInfo', 200>

function infoOf(method: PaymentMethod | null | undefined): Info {
  if (method === null || method === undefined) return {}
  const { firstName, lastName, company, address } = method
  const fullName = `${firstName} ${lastName}`
  const holder = {
    full_name: fullName,
    first_name: firstName,
    last_name: lastName,
    company,
    vat_number: '',
    ...address,
  }
  if (method.type === 'credit_card') {
    const { cardType, firstOne, lastFour, month, year } = method
    return {
      ...holder,
      type: method.type,
      card_type: cardType,
      first_one: firstOne,
      last_four: lastFour,
      month,
      year,
    }
  }
  return {
    ...holder,
    type: method.type,
    account_type: method.accountType,
    last_four: method.lastFour,
    name_on_account: fullName,
    routing_number: method.routingNumber,
  }
}

const noSuch = (token: string) => new HttpError(400, `No such payment method: ${token}`)

/** The payment method of a provider token. `confirmed`: the user has completed the provider's authentication. */
function methodOf(token: string, confirmed: boolean): PaymentMethod {
  const answer = askProvider(token)
  switch (answer.kind) {
    case 'method':
      return answer.method
    case 'declined':
      throw new HttpError(402, answer.reason)
    case 'needs-action':
      if (confirmed) return answer.method
      throw new HttpError(402, 'This card must be confirmed with the bank. Set it up again.')
    case 'unknown':
      throw noSuch(token)
  }
}

function methodOfIntent({ store }: RequestContext, organization: number, token: string): PaymentMethod {
  const { intent, method } = splitIntentToken(token)
  const setupIntent = store.ledger.setupIntents.get(intent)
  if (setupIntent?.organization !== organization || setupIntent.used) throw noSuch(intent)
  const paymentMethod = methodOf(method, true)
  setupIntent.used = true
  return paymentMethod
}

function tokenOf(body: JsonObject): { token: string; intent: boolean } {
  const token = bodyField(body, 'token_id')
  const type = bodyField(body, 'token_type') ?? 'payment_method'
  if (token === undefined || token === '') throw new HttpError(400)
  if (type !== 'setup_intent' && type !== 'payment_method') throw new HttpError(400)
  return { token, intent: type === 'setup_intent' }
}

async function changeInfo(context: RequestContext): Promise<Info> {
  const { store, now, caller } = context
  const organization = payingOrganization(context)
  const body = await jsonBody(context)
  const { token, intent } = tokenOf(body)
  const setsCompanyAddress = body['setAsCompanyAddress'] ?? false
  if (typeof setsCompanyAddress !== 'boolean') throw new HttpError(400)
  const method = intent ? methodOfIntent(context, organization, token) : methodOf(token, false)
  const email = caller.kind === 'user' ? (userEmail(store, caller.user) ?? '') : ''
  const account = accountFor(store, organization, email)
  account.method = method
  if (setsCompanyAddress) account.address = method.address
  // Retries unpaid invoices immediately.
  for (const invoice of account.invoices) {
    if (invoice.status === 'open' && invoice.clearsAt === null)
      collect(store, organization, account, invoice, now)
  }
  store.changed()
  return infoOf(method)
}

type PaymentOperation =
  | 'billing.getInfo'
  | 'billing.changeInfo'
  | 'billing.removeInfo'
  | 'billing.createSetupIntent'

export const paymentHandlers: Pick<ServiceHandlers<'billing'>, PaymentOperation> = {
  'billing.getInfo'(context) {
    return json<Info>(infoOf(context.store.ledger.accounts.get(payingOrganization(context))?.method))
  },

  async 'billing.changeInfo'(context) {
    return json<Info>(await changeInfo(context))
  },

  'billing.removeInfo'(context) {
    const account = context.store.ledger.accounts.get(payingOrganization(context))
    if (account !== undefined) account.method = null
    context.store.changed()
    return empty()
  },

  async 'billing.createSetupIntent'(context) {
    const organization = payingOrganization(context)
    const captcha = bodyField(await jsonBody(context), 'g-recaptcha-response')
    if (captcha === undefined || captcha === '') throw new HttpError(400, 'recaptcha not verified')
    const id = `seti_${newSecret(context.store.secrets)}`
    context.store.ledger.setupIntents.set(id, { organization, used: false })
    return json<JsonOf<'billing.createSetupIntent', 200>>({
      id,
      client_secret: `${id}_secret_${newSecret(context.store.secrets)}`,
    })
  },
}
