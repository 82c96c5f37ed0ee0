import { isApiError } from './errors.ts'
import type { Http } from './http.ts'
import type {
  BillingAccount,
  BillingAccountChange,
  BillingInfo,
  BillingInfoChange,
  BillingPlan,
  BillingPlanChange,
  BillingUsage,
  Invoice,
  SetupIntent,
} from './model.ts'

/** The address of what an organization pays. */
export const billingPath = (organization: number, part = '') => `/billing/v1/account/${organization}${part}`

/** The billing service: who pays for an organization, for what and with what. All throw `ApiError`. */
export function createBilling(http: Http) {
  async function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
    const response = await http.request(path, { signal: signal ?? null })
    return (await response.json()) as Answer
  }

  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    http.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })

  return {
    /** Null for an organization that never paid anything: it has no account. */
    async account(organization: number, signal?: AbortSignal): Promise<BillingAccount | null> {
      try {
        return await read<BillingAccount>(billingPath(organization), signal)
      } catch (error) {
        if (isApiError(error, 'not-found')) return null
        throw error
      }
    },
    changeAccount: (organization: number, change: BillingAccountChange) =>
      send('PATCH', billingPath(organization), change),
    plan: (organization: number, signal?: AbortSignal) =>
      read<BillingPlan>(billingPath(organization, '/plan'), signal),
    changePlan: (organization: number, change: BillingPlanChange) =>
      send('PATCH', billingPath(organization, '/plan'), change),
    info: (organization: number, signal?: AbortSignal) =>
      read<BillingInfo>(billingPath(organization, '/info'), signal),
    changeInfo: (organization: number, change: BillingInfoChange) =>
      send('PATCH', billingPath(organization, '/info'), change),
    removeInfo: (organization: number) => send('DELETE', billingPath(organization, '/info')),
    async createSetupIntent(organization: number, captcha: string): Promise<SetupIntent> {
      const response = await send('POST', billingPath(organization, '/setup-intent'), {
        'g-recaptcha-response': captcha,
      })
      return (await response.json()) as SetupIntent
    },
    invoices: (organization: number, signal?: AbortSignal) =>
      read<Invoice[]>(billingPath(organization, '/invoices'), signal),
    async downloadInvoice(organization: number, number: string): Promise<Blob> {
      const path = billingPath(organization, `/invoices/${encodeURIComponent(number)}/download`)
      return (await http.request(path)).blob()
    },
    usage: (organization: number, signal?: AbortSignal) =>
      read<BillingUsage>(billingPath(organization, '/usage'), signal),
  }
}
