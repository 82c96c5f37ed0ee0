import { expect, test } from 'vitest'
import type { TicketField } from '@/api/model.ts'
import {
  ccProblem,
  emptyDraft,
  fieldProblem,
  fieldsForCustomers,
  missingIn,
  sortFiles,
  draftedTicket,
  draftedValue,
} from './ticket-form.ts'

const aField = (id: number, type: TicketField['type'], more: Partial<TicketField> = {}): TicketField => ({
  id,
  type,
  active: true,
  visible_in_portal: true,
  editable_in_portal: true,
  required_in_portal: false,
  title_in_portal: `Field ${id}`,
  raw_description: '',
  ...more,
})

const subject = aField(1, 'subject', { required_in_portal: true })
const description = aField(2, 'description')
const priority = aField(3, 'priority', {
  system_field_options: [
    { name: 'Low', value: 'low' },
    { name: 'Normal', value: 'normal', default: true },
  ],
})
const area = aField(4, 'tagger', {
  required_in_portal: true,
  custom_field_options: [{ name: 'A device', value: 'device' }],
})
const count = aField(5, 'integer')
const access = aField(6, 'checkbox')
const fields = [subject, description, priority, area, count, access]

test('shows only fields that customers may see and edit [SUPPORT-008]', () => {
  const hidden = [
    aField(7, 'text', { active: false }),
    aField(8, 'text', { visible_in_portal: false }),
    aField(9, 'text', { editable_in_portal: false }),
  ]
  expect(fieldsForCustomers([...hidden, ...fields])).toEqual(fields)
})

test('adds a message field to a form without one', () => {
  expect(fieldsForCustomers([subject])).toMatchObject([{ id: 1 }, { type: 'description' }])
})

test("uses a field's default until a value is entered, and ignores values that are not among its options", () => {
  expect(fields.map((field) => draftedValue(field, emptyDraft))).toEqual(['', '', 'normal', '', '', false])
  expect(draftedValue(area, { values: { 4: 'device' } })).toBe('device')
  expect(draftedValue(area, { values: { 4: 'weather' } })).toBe('')
})

test('requires the organization, the message and the fields that the platform requires [SUPPORT-007, SUPPORT-008]', () => {
  expect(missingIn(emptyDraft, fields)).toEqual(['Organization', 'Field 1', 'Field 2', 'Field 4'])
  const values = { 1: 'Gate', 2: ' ', 4: 'device' }
  expect(missingIn({ ...emptyDraft, organization: 1, values }, fields)).toEqual(['Field 2'])
})

test('reports invalid values, but not missing ones [SUPPORT-009]', () => {
  expect(fields.map((field) => fieldProblem(field, emptyDraft))).toEqual(fields.map(() => undefined))
  expect(fieldProblem(count, { values: { 5: 'some' } })).toBe('Enter a whole number')
  expect(fieldProblem(count, { values: { 5: ' 12 ' } })).toBeUndefined()
})

test('rejects CC addresses that are not email addresses', () => {
  expect(ccProblem('')).toBeUndefined()
  expect(ccProblem('a@acme.example, b@acme.example')).toBeUndefined()
  expect(ccProblem('a@acme.example, everybody')).toBe('everybody is not an email address')
  expect(ccProblem('all, everybody')).toBe('all and everybody are not email addresses')
})

test('accepts a file of 5 MB, and rejects larger and empty ones [SUPPORT-005]', () => {
  const limit = 5_000_000
  const [fit, tooLarge, empty] = [limit, limit + 1, 0].map((size) => new File([new Uint8Array(size)], 'x'))
  expect(sortFiles([fit, tooLarge, empty].filter((file) => file !== undefined))).toEqual({
    fit: [fit],
    tooLarge: [tooLarge],
    empty: [empty],
  })
})

test('submits some fields under their own keys, and the others as a list [SUPPORT-015]', () => {
  const values = { 1: ' Gate ', 2: 'It is offline.', 4: 'device', 5: '12', 6: true }
  const draft = { ...emptyDraft, organization: 1, values, cc: 'a@acme.example; b@acme.example' }
  expect(draftedTicket(draft, fields, ['upload_1'])).toEqual({
    subject: 'Gate',
    priority: 'normal',
    comment: { body: 'It is offline.', uploads: ['upload_1'] },
    email_ccs: ['a@acme.example', 'b@acme.example'],
    custom_fields: [
      { id: 4, value: 'device' },
      { id: 5, value: 12 },
      { id: 6, value: true },
    ],
  })
})
