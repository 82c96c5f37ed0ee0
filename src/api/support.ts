import { isApiError } from './errors.ts'
import type { Ticket } from './model.ts'
import { serviceRequest, type ServiceClient } from './service-client.ts'

/** Submits a support ticket. */
export const ticketCall = (orgId: number, ticket: Ticket) =>
  serviceRequest('post', '/zendesk/v1/{orgId}/submit-ticket', { path: { orgId }, body: ticket })

/** The support service of an organization. All throw `ApiError`. */
export function createSupport(services: ServiceClient) {
  return {
    /** Whether the organization's plan includes private support; false on platforms without support. */
    async isIncluded(orgId: number, signal?: AbortSignal): Promise<boolean> {
      try {
        const path = '/billing/v1/account/{orgId}/can-access-support'
        return (await services.json('get', path, { path: { orgId }, signal })) === true
      } catch (error) {
        if (isApiError(error, 'not-found')) return false
        throw error
      }
    },

    /** The identity of the user for the support chat, with its signature. */
    chatIdentity: (signal?: AbortSignal) => services.json('get', '/user/v1/intercom', { signal }),

    ticketFields: (orgId: number, signal?: AbortSignal) =>
      services.json('get', '/zendesk/v1/{orgId}/ticket-fields', { path: { orgId }, signal }),

    /** Returns a token that references the file in a ticket. */
    upload(orgId: number, file: File): Promise<string> {
      const body = new FormData()
      body.set('file', file)
      return services.json('post', '/zendesk/v1/{orgId}/upload-attachment', { path: { orgId }, body })
    },

    submit: (orgId: number, ticket: Ticket) => services.sendForJson(ticketCall(orgId, ticket)),
  }
}
