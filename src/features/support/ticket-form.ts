import type { Ticket, TicketField } from '@/api/model.ts'
import { isEmail } from '@/lib/email.ts'
import { ticketText as text } from '@/messages/support.ts'

/** The most that one attachment may have, in MB. */
export const ATTACHMENT_LIMIT_MB = 5
const ATTACHMENT_LIMIT_BYTES = ATTACHMENT_LIMIT_MB * 1024 * 1024

export type FieldValue = string | boolean

/** What a person has written so far. */
export interface TicketDraft {
  /** Null until one was chosen. */
  organization: number | null
  /** By the id of the field. */
  values: Readonly<Record<number, FieldValue>>
  /** As typed: addresses separated by commas. */
  cc: string
  files: readonly File[]
}

export const emptyDraft: TicketDraft = { organization: null, values: {}, cc: '', files: [] }

/** A draft that was kept, as far as it can be read. */
export function draftFrom(kept: unknown): TicketDraft {
  if (typeof kept !== 'object' || kept === null) return emptyDraft
  const { organization, values, cc } = kept as Partial<Record<keyof TicketDraft, unknown>>
  const written = Object.entries(typeof values === 'object' && values !== null ? values : {}).filter(
    (entry): entry is [string, FieldValue] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  )
  return {
    organization: typeof organization === 'number' ? organization : null,
    values: Object.fromEntries(written),
    cc: typeof cc === 'string' ? cc : '',
    files: [],
  }
}

export const isEmptyDraft = ({ values, cc, files }: TicketDraft): boolean =>
  Object.keys(values).length === 0 && cc === '' && files.length === 0

/** The field for what a platform's form may lack, although no ticket goes without it. */
const message: TicketField = {
  id: 0,
  type: 'description',
  active: true,
  visible_in_portal: true,
  editable_in_portal: true,
  required_in_portal: true,
  title_in_portal: text.message,
  raw_description: '',
}

/** The fields that customers fill in, in the order of the form; the help desk keeps others for itself. */
export function fieldsForCustomers(fields: readonly TicketField[]): readonly TicketField[] {
  const shown = fields.filter(
    ({ active, visible_in_portal, editable_in_portal }) => active && visible_in_portal && editable_in_portal,
  )
  return shown.some(({ type }) => type === 'description') ? shown : [...shown, message]
}

/** What can be chosen in a field; undefined where people write freely. */
export const optionsOf = ({ custom_field_options, system_field_options }: TicketField) =>
  custom_field_options ?? system_field_options

/** What stands in a field: what was written, else its default. A choice that the field does not offer is none. */
export function valueOf(field: TicketField, { values }: Pick<TicketDraft, 'values'>): FieldValue {
  const options = optionsOf(field)
  const value =
    values[field.id] ??
    options?.find((option) => option.default === true)?.value ??
    (field.type === 'checkbox' ? false : '')
  return options === undefined || options.some((option) => option.value === value) ? value : ''
}

const isBlank = (value: FieldValue): boolean => typeof value === 'string' && value.trim() === ''

/** Names of what must be filled in and is not: by the platform's own definitions. */
export function missingIn(draft: TicketDraft, fields: readonly TicketField[]): string[] {
  return [
    ...(draft.organization === null ? [text.organization] : []),
    ...fields
      .filter((field) => isRequired(field) && isBlank(valueOf(field, draft)))
      .map(({ title_in_portal }) => title_in_portal),
  ]
}

/** Whether the field must be filled in; no ticket goes without words in it. */
export const isRequired = ({ required_in_portal, type }: TicketField): boolean =>
  required_in_portal || type === 'description'

/** What is wrong with what stands in a field. That something is missing is no such thing. */
export function fieldProblem(field: TicketField, draft: Pick<TicketDraft, 'values'>): string | undefined {
  const value = valueOf(field, draft)
  if (field.type !== 'integer' || isBlank(value)) return undefined
  return /^\d+$/.test(String(value).trim()) ? undefined : text.notWhole
}

const addressesIn = (cc: string): string[] =>
  cc
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** What is wrong with the addresses that answers are copied to. */
export function ccProblem(cc: string): string | undefined {
  const wrong = addressesIn(cc).filter((address) => !isEmail(address))
  return wrong.length === 0 ? undefined : text.ccWrong(wrong)
}

/** Files as they can be attached; those that are too large, and those with nothing in them. */
export function sortFiles(files: readonly File[]) {
  return {
    fit: files.filter(({ size }) => size > 0 && size <= ATTACHMENT_LIMIT_BYTES),
    tooLarge: files.filter(({ size }) => size > ATTACHMENT_LIMIT_BYTES),
    empty: files.filter(({ size }) => size === 0),
  }
}

/** What is written into a field of the ticket itself; undefined for one that was left blank. */
function written(draft: TicketDraft, fields: readonly TicketField[], type: TicketField['type']) {
  const field = fields.find((one) => one.type === type)
  const value = field === undefined ? '' : String(valueOf(field, draft)).trim()
  return value === '' ? undefined : value
}

const ownKeys: readonly TicketField['type'][] = ['subject', 'description', 'tickettype', 'priority']

/** The ticket as the platform takes it; `uploads` are the tokens of its files. */
export function ticketOf(
  draft: TicketDraft,
  fields: readonly TicketField[],
  uploads: readonly string[],
): Ticket {
  const subject = written(draft, fields, 'subject')
  const type = written(draft, fields, 'tickettype')
  const priority = written(draft, fields, 'priority')
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(type === undefined ? {} : { type }),
    ...(priority === undefined ? {} : { priority }),
    comment: { body: written(draft, fields, 'description') ?? '', uploads: [...uploads] },
    email_ccs: addressesIn(draft.cc),
    custom_fields: fields
      .filter((field) => !ownKeys.includes(field.type) && !isBlank(valueOf(field, draft)))
      .map((field) => ({ id: field.id, value: customValue(field, valueOf(field, draft)) })),
  }
}

function customValue({ type }: TicketField, value: FieldValue): string | number | boolean {
  if (typeof value === 'boolean') return value
  return type === 'integer' ? Number(value) : value.trim()
}
