import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { errorMessage, Failure } from '@/api/error-message.ts'
import type { RaisedTicket, TicketField } from '@/api/model.ts'
import { createSupport } from '@/api/support.ts'
import { organizationsOf } from '@/domain/organization/organization.queries.ts'
import { ticketText as text } from '@/messages/support/support.ts'
import { draftedTicket, type TicketDraft } from './ticket-form.ts'
import type { SupportOrganization } from './why-no-support.ts'

const ORGANIZATIONS_STALE_MS = 60_000
const FIELDS_STALE_MS = 5 * 60_000

const support = () => createSupport(api().services)

async function readOrganizations(signal: AbortSignal): Promise<SupportOrganization[]> {
  const rows = await api().data.query('organization', signal, {
    $select: ['id', 'name'],
    $filter: organizationsOf(),
    $orderby: { name: 'asc' },
  })
  return Promise.all(
    rows.map(async ({ id, name }) => ({ id, name, hasSupport: await support().isIncluded(id, signal) })),
  )
}

/** The user's organizations, and whether each has private support. */
export const supportOrganizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'support'],
    queryFn: ({ signal }) => readOrganizations(signal),
    staleTime: ORGANIZATIONS_STALE_MS,
  })

/** The ticket fields of an organization's help desk. */
export const ticketFieldsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['ticket-fields', { organization }],
    queryFn: ({ signal }) => support().ticketFields(organization, signal),
    staleTime: FIELDS_STALE_MS,
  })

/** Upload tokens, so that a retry uploads only the missing files. */
const uploaded = new WeakMap<File, { organization: number; token: string }>()

async function upload(organization: number, file: File): Promise<string> {
  const known = uploaded.get(file)
  if (known?.organization === organization) return known.token
  try {
    const token = await support().upload(organization, file)
    uploaded.set(file, { organization, token })
    return token
  } catch (error) {
    throw new Failure(text.uploadFailed(file.name, errorMessage(error)))
  }
}

/** Uploads the files in parallel, then submits the ticket with their tokens. */
export async function raiseTicket(
  organization: number,
  draft: TicketDraft,
  fields: readonly TicketField[],
): Promise<RaisedTicket> {
  const uploads = await Promise.all(draft.files.map((file) => upload(organization, file)))
  return support().submit(organization, draftedTicket(draft, fields, uploads))
}
