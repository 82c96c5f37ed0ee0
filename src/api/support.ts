import { billingPath } from './billing.ts'
import { isApiError } from './errors.ts'
import type { Http } from './http.ts'
import type { ChatIdentity, RaisedTicket, Ticket, TicketField } from './model.ts'

/** The address of an organization's tickets. */
export const ticketPath = (organization: number, part: string) => `/zendesk/v1/${organization}/${part}`

/** The help desk of an organization. All throw `ApiError`. */
export function createSupport(http: Http) {
  return {
    /** Whether the organization's plan includes private support. A platform that knows of no support has none. */
    async isIncluded(organization: number, signal?: AbortSignal): Promise<boolean> {
      try {
        const path = billingPath(organization, '/can-access-support')
        return (await (await http.request(path, { signal: signal ?? null })).json()) === true
      } catch (error) {
        if (isApiError(error, 'not-found')) return false
        throw error
      }
    },

    /** Who the person is in the support chat, and what proves it there. */
    async chatIdentity(signal?: AbortSignal): Promise<ChatIdentity> {
      const response = await http.request('/user/v1/intercom', { signal: signal ?? null })
      return (await response.json()) as ChatIdentity
    },

    async ticketFields(organization: number, signal?: AbortSignal): Promise<TicketField[]> {
      const response = await http.request(ticketPath(organization, 'ticket-fields'), {
        signal: signal ?? null,
      })
      return (await response.json()) as TicketField[]
    },

    /** Answers with the token by which a ticket names the file. */
    async upload(organization: number, file: File): Promise<string> {
      const body = new FormData()
      body.set('file', file)
      const response = await http.request(ticketPath(organization, 'upload-attachment'), {
        method: 'POST',
        body,
      })
      return (await response.json()) as string
    },

    async submit(organization: number, ticket: Ticket): Promise<RaisedTicket> {
      const response = await http.request(ticketPath(organization, 'submit-ticket'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(ticket),
      })
      return (await response.json()) as RaisedTicket
    },
  }
}
