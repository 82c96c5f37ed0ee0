import type { Ticket, TicketField } from '@/api/model.ts'
import { isEmail } from '@/lib/email.ts'
import { ticketText as text } from '@/messages/support/support.ts'

/** Maximum size of an attachment, in MB. */
export const ATTACHMENT_LIMIT_MB = 5
const ATTACHMENT_LIMIT_BYTES = ATTACHMENT_LIMIT_MB * 1_000_000

export type FieldValue = string | boolean

/** The unsent ticket of a user. */
export interface TicketDraft {
  /** Null until the user chooses one. */
  organization: number | null
  /** By field id. */
  values: Readonly<Record<number, FieldValue>>
  /** As typed: addresses separated by commas. */
  cc: string
  files: readonly File[]
}

export const emptyDraft: TicketDraft = { organization: null, values: {}, cc: '', files: [] }

/** Restores a stored draft, leaving out what is invalid. */
export function draftFrom(stored: unknown): TicketDraft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const { organization, values, cc } = stored as Partial<Record<keyof TicketDraft, unknown>>
  const entries = Object.entries(typeof values === 'object' && values !== null ? values : {}).filter(
    (entry): entry is [string, FieldValue] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  )
  return {
    organization: typeof organization === 'number' ? organization : null,
    values: Object.fromEntries(entries),
    cc: typeof cc === 'string' ? cc : '',
    files: [],
  }
}

export const isEmptyDraft = ({ values, cc, files }: TicketDraft): boolean =>
  Object.keys(values).length === 0 && cc === '' && files.length === 0

/** Added to forms without a description field, because every ticket needs one. */
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

/** The fields that customers fill in, in form order. The others are internal to the help desk. */
export function fieldsForCustomers(fields: readonly TicketField[]): readonly TicketField[] {
  const shown = fields.filter(
    ({ active, visible_in_portal, editable_in_portal }) => active && visible_in_portal && editable_in_portal,
  )
  return shown.some(({ type }) => type === 'description') ? shown : [...shown, message]
}

/** The options of a field; undefined for free text. */
export const ticketFieldOptions = ({ custom_field_options, system_field_options }: TicketField) =>
  custom_field_options ?? system_field_options

/** The value of a field: the user's, or its default. A value that is not among the options counts as empty. */
export function draftedValue(field: TicketField, { values }: Pick<TicketDraft, 'values'>): FieldValue {
  const options = ticketFieldOptions(field)
  const value =
    values[field.id] ??
    options?.find((option) => option.default === true)?.value ??
    (field.type === 'checkbox' ? false : '')
  return options === undefined || options.some((option) => option.value === value) ? value : ''
}

const isBlank = (value: FieldValue): boolean => typeof value === 'string' && value.trim() === ''

/** The titles of required fields that are empty. */
export function missingIn(draft: TicketDraft, fields: readonly TicketField[]): string[] {
  return [
    ...(draft.organization === null ? [text.organization] : []),
    ...fields
      .filter((field) => isRequired(field) && isBlank(draftedValue(field, draft)))
      .map(({ title_in_portal }) => title_in_portal),
  ]
}

/** Whether the platform requires the field. The description is always required. */
export const isRequired = ({ required_in_portal, type }: TicketField): boolean =>
  required_in_portal || type === 'description'

/** Why the value of a field is invalid. Missing values are not reported here. */
export function fieldProblem(field: TicketField, draft: Pick<TicketDraft, 'values'>): string | undefined {
  const value = draftedValue(field, draft)
  if (field.type !== 'integer' || isBlank(value)) return undefined
  return /^\d+$/.test(String(value).trim()) ? undefined : text.notWhole
}

const addressesIn = (cc: string): string[] =>
  cc
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** Why the CC addresses are invalid. */
export function ccProblem(cc: string): string | undefined {
  const wrong = addressesIn(cc).filter((address) => !isEmail(address))
  return wrong.length === 0 ? undefined : text.ccWrong(wrong)
}

/** Groups files into attachable, too large and empty ones. */
export function sortFiles(files: readonly File[]) {
  return {
    fit: files.filter(({ size }) => size > 0 && size <= ATTACHMENT_LIMIT_BYTES),
    tooLarge: files.filter(({ size }) => size > ATTACHMENT_LIMIT_BYTES),
    empty: files.filter(({ size }) => size === 0),
  }
}

/** The value of the field of this type; undefined if it is empty. */
function textOf(draft: TicketDraft, fields: readonly TicketField[], type: TicketField['type']) {
  const field = fields.find((one) => one.type === type)
  const value = field === undefined ? '' : String(draftedValue(field, draft)).trim()
  return value === '' ? undefined : value
}

const ownKeys: readonly TicketField['type'][] = ['subject', 'description', 'tickettype', 'priority']

/** The ticket in the platform's format; `uploads` are the tokens of its files. */
export function draftedTicket(
  draft: TicketDraft,
  fields: readonly TicketField[],
  uploads: readonly string[],
): Ticket {
  const subject = textOf(draft, fields, 'subject')
  const type = textOf(draft, fields, 'tickettype')
  const priority = textOf(draft, fields, 'priority')
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(type === undefined ? {} : { type }),
    ...(priority === undefined ? {} : { priority }),
    comment: { body: textOf(draft, fields, 'description') ?? '', uploads: [...uploads] },
    email_ccs: addressesIn(draft.cc),
    custom_fields: fields
      .filter((field) => !ownKeys.includes(field.type) && !isBlank(draftedValue(field, draft)))
      .map((field) => ({ id: field.id, value: customValue(field, draftedValue(field, draft)) })),
  }
}

function customValue({ type }: TicketField, value: FieldValue): string | number | boolean {
  if (typeof value === 'boolean') return value
  return type === 'integer' ? Number(value) : value.trim()
}
