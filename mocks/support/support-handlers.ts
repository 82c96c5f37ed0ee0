import { session } from '../access/sessions.ts'
import { userEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { isEmail, memberOrganization } from '../billing/billing-access.ts'
import { hasPrivateSupport } from '../billing/billing-handlers.ts'
import { jsonBody, isJsonObject, json, bodyField } from '../http/request-context.ts'
import type { Handler, RequestContext, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { SupportTicket } from '../store/ledger.ts'
import { sendEmail } from '../store/one-time-tokens.ts'
import { newSecret } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { ticketFields } from './support-fields.ts'
import type { TicketField } from './support-fields.ts'

/** Maximum size of an attachment in bytes. */
const MAX_BYTES = 5 * 1024 * 1024

function isVerified({ store }: RequestContext, user: number): boolean {
  const profiles = store.rows('user_profile')
  const [profile] = Array.from(profiles.find('is_of__user', user) ?? [])
  if (profile === undefined) return false
  const row = profiles.row(profile)
  return isEmail(row.email) && row.is_verified === true
}

/** The caller, if they may create tickets for the organization of the path. Throws 401 or 403. */
function raiser(context: RequestContext): { organization: number; user: number } {
  const organization = memberOrganization(context)
  const { user, actualUser } = session(context)
  if (actualUser !== undefined)
    throw new HttpError(403, 'Nobody raises tickets in the name of somebody else.')
  if (!hasPrivateSupport(context, organization))
    throw new HttpError(403, 'Private support needs a paid plan.')
  if (!isVerified(context, user)) throw new HttpError(403, 'Verify your email address first.')
  return { organization, user }
}

const isForCustomers = ({ active, visible_in_portal, editable_in_portal }: TicketField): boolean =>
  active && visible_in_portal && editable_in_portal

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function checkValue(field: TicketField, value: unknown): void {
  const wrong = () => new HttpError(400, `${field.title_in_portal} is invalid.`)
  if (isBlank(value)) {
    if (field.required_in_portal) throw new HttpError(400, `${field.title_in_portal} is required.`)
    return
  }
  const options = field.custom_field_options ?? field.system_field_options
  if (options !== undefined && !options.some((one) => one.value === value)) throw wrong()
  if (field.type === 'checkbox' && typeof value !== 'boolean') throw wrong()
  if (field.type === 'integer' && !/^\d+$/.test(String(value))) throw wrong()
  const isText = ['subject', 'description', 'text', 'textarea'].includes(field.type)
  if (isText && typeof value !== 'string') throw wrong()
}

/** The values of custom fields by field id. */
function customValues(body: JsonObject): Record<number, unknown> {
  const sent = body['custom_fields'] ?? []
  if (!Array.isArray(sent)) throw new HttpError(400)
  const values: Record<number, unknown> = {}
  for (const one of sent) {
    if (!isJsonObject(one) || typeof one['id'] !== 'number') throw new HttpError(400)
    const { id, value } = one
    if (!ticketFields.some((field) => field.id === id && isForCustomers(field))) {
      throw new HttpError(400, `There is no field ${id}.`)
    }
    values[id] = value
  }
  return values
}

function checkFields(body: JsonObject, comment: JsonObject, custom: Record<number, unknown>): void {
  for (const field of ticketFields.filter(isForCustomers)) {
    switch (field.type) {
      case 'subject':
        checkValue(field, body['subject'])
        break
      case 'description':
        checkValue(field, comment['body'])
        break
      case 'priority':
        checkValue(field, body['priority'])
        break
      case 'tickettype':
        checkValue(field, body['type'])
        break
      default:
        checkValue(field, custom[field.id])
    }
  }
}

const textsOf = (value: unknown): string[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new HttpError(400)
  return value.map((one) => {
    if (typeof one !== 'string') throw new HttpError(400)
    return one
  })
}

/** The attachments of a comment. Each token must have been issued to the same user and organization. */
function uploadsOf(
  { store }: RequestContext,
  comment: JsonObject,
  organization: number,
  user: number,
): string[] {
  const uploads = textsOf(comment['uploads'])
  for (const token of uploads) {
    const known = store.ledger.attachments.get(token)
    const used = store.ledger.tickets.some((ticket) => ticket.uploads.includes(token))
    if (known?.organization !== organization || known.user !== user || used) {
      throw new HttpError(400, `There is no attachment ${token}.`)
    }
  }
  return uploads
}

function checkEmail(cc: string): void {
  if (!isEmail(cc)) throw new HttpError(400, `${cc} is no email address.`)
}

/** Sends a confirmation to the user and all addresses in CC. */
function confirmTicket(store: Store, { id, user, subject, body, createdAt, emailCcs }: SupportTicket): void {
  const own = userEmail(store, user)
  for (const to of new Set([...(own === null ? [] : [own]), ...emailCcs].map((one) => one.toLowerCase()))) {
    sendEmail(store, {
      at: createdAt,
      to,
      subject: `[Ticket ${id}] ${subject}`,
      text: `The ticket has been received.\n\n${body}`,
      link: '/',
      token: '',
    })
  }
}

const submit: Handler<'support.submitTicket'> = async (context) => {
  const { store, now } = context
  const { organization, user } = raiser(context)
  const body = await jsonBody(context)
  const { comment } = body
  if (!isJsonObject(comment)) throw new HttpError(400)
  const fields = customValues(body)
  checkFields(body, comment, fields)
  const emailCcs = textsOf(body.email_ccs)
  for (const cc of emailCcs) checkEmail(cc)
  const ticket: SupportTicket = {
    id: 4001 + store.ledger.tickets.length,
    organization,
    user,
    subject: bodyField(body, 'subject') ?? '',
    body: bodyField(comment, 'body') ?? '',
    createdAt: now,
    uploads: uploadsOf(context, comment, organization, user),
    emailCcs,
    fields,
  }
  store.ledger.tickets.push(ticket)
  confirmTicket(store, ticket)
  return json(
    {
      id: ticket.id,
      subject: ticket.subject,
      status: 'new',
      created_at: new Date(ticket.createdAt).toISOString(),
    },
    201,
  )
}

const upload: Handler<'support.uploadAttachment'> = async (context) => {
  const { organization, user } = raiser(context)
  let form: FormData
  try {
    form = await context.request.formData()
  } catch {
    throw new HttpError(400, 'The attachment must be sent as a form with a file.')
  }
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) {
    throw new HttpError(400, 'The attachment must be sent as a form with a file.')
  }
  if (file.size > MAX_BYTES) throw new HttpError(413, 'An attachment may have 5 MB at most.')
  const token = `upload_${newSecret(context.store.secrets)}`
  context.store.ledger.attachments.set(token, { organization, user, filename: file.name, size: file.size })
  return json(token)
}

export const supportHandlers: ServiceHandlers<'support'> = {
  'support.getTicketFields'(context) {
    memberOrganization(context)
    if (context.caller.kind !== 'user') throw unauthorized()
    return json([...ticketFields])
  },
  'support.uploadAttachment': upload,
  'support.submitTicket': submit,
}
