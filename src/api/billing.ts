import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { isApiError } from './errors.ts'
import type { BillingAccount, BillingAccountChange, BillingInfoChange, BillingPlanChange } from './model.ts'
import { serviceRequest, type ServiceClient } from './service-client.ts'

/** Changes that are shown as commands before they are sent. */
export const billingCalls = {
  changeAccount: (orgId: number, body: BillingAccountChange) =>
    serviceRequest('patch', '/billing/v1/account/{orgId}', { path: { orgId }, body }),
  changePlan: (orgId: number, body: BillingPlanChange) =>
    serviceRequest('patch', '/billing/v1/account/{orgId}/plan', { path: { orgId }, body }),
  removeInfo: (orgId: number) =>
    serviceRequest('delete', '/billing/v1/account/{orgId}/info', { path: { orgId } }),
}

/** The billing service. All throw `ApiError`. */
export function createBilling(services: ServiceClient) {
  return {
    /** Sends one of `billingCalls`. */
    send: (call: PlatformCall) => services.send(call),
    /** Null for an organization that has never paid: it has no account. */
    async account(orgId: number, signal?: AbortSignal): Promise<BillingAccount | null> {
      try {
        return await services.json('get', '/billing/v1/account/{orgId}', { path: { orgId }, signal })
      } catch (error) {
        if (isApiError(error, 'not-found')) return null
        throw error
      }
    },
    plan: (orgId: number, signal?: AbortSignal) =>
      services.json('get', '/billing/v1/account/{orgId}/plan', { path: { orgId }, signal }),
    info: (orgId: number, signal?: AbortSignal) =>
      services.json('get', '/billing/v1/account/{orgId}/info', { path: { orgId }, signal }),
    changeInfo: (orgId: number, body: BillingInfoChange) =>
      services.done('patch', '/billing/v1/account/{orgId}/info', { path: { orgId }, body }),
    createSetupIntent: (orgId: number, captcha: string) =>
      services.json('post', '/billing/v1/account/{orgId}/setup-intent', {
        path: { orgId },
        body: { 'g-recaptcha-response': captcha },
      }),
    invoices: (orgId: number, signal?: AbortSignal) =>
      services.json('get', '/billing/v1/account/{orgId}/invoices', { path: { orgId }, signal }),
    downloadInvoice: (orgId: number, number: string) =>
      services.blob('get', '/billing/v1/account/{orgId}/invoices/{number}/download', {
        path: { orgId, number },
      }),
    usage: (orgId: number, signal?: AbortSignal) =>
      services.json('get', '/billing/v1/account/{orgId}/usage', { path: { orgId }, signal }),
  }
}
