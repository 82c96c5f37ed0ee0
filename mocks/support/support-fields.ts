import type { JsonOf } from '../http/request-context.ts'

export type TicketField = JsonOf<'support.getTicketFields', 200>[number]

const field = (
  id: number,
  type: TicketField['type'],
  title: string,
  description: string,
  more: Partial<TicketField> = {},
): TicketField => ({
  id,
  type,
  active: true,
  visible_in_portal: true,
  editable_in_portal: true,
  required_in_portal: false,
  title_in_portal: title,
  raw_description: description,
  ...more,
})

const option = (name: string, value: string, first = false) => ({
  name,
  raw_name: name,
  value,
  default: first,
})

/** The ticket form of the help desk, including internal fields and an inactive one. */
export const ticketFields: readonly TicketField[] = [
  field(22_000_001, 'subject', 'Subject', 'One line that says what is wrong.', { required_in_portal: true }),
  field(22_000_002, 'description', 'Description', 'What happened, and what should have happened.', {
    required_in_portal: true,
  }),
  field(22_000_003, 'priority', 'Priority', 'How much depends on it.', {
    system_field_options: [
      option('Low', 'low'),
      option('Normal', 'normal', true),
      option('High', 'high'),
      option('Urgent', 'urgent'),
    ],
  }),
  field(22_000_004, 'tickettype', 'Type', 'For the help desk.', {
    visible_in_portal: false,
    editable_in_portal: false,
    system_field_options: [option('Question', 'question'), option('Incident', 'incident')],
  }),
  field(22_000_005, 'tagger', 'Area', 'What the ticket is about.', {
    required_in_portal: true,
    custom_field_options: [
      option('A device', 'device'),
      option('A fleet or release', 'fleet'),
      option('Billing', 'billing'),
      option('My account', 'account'),
      option('Something else', 'other'),
    ],
  }),
  field(22_000_006, 'text', 'Device UUIDs', 'The devices that are affected, separated by commas.'),
  field(22_000_007, 'checkbox', 'Support access granted', 'Whether we may look at the devices.'),
  field(22_000_008, 'integer', 'How many devices are affected', 'An estimate is enough.'),
  field(22_000_009, 'text', 'Order number', 'No longer used.', { active: false, required_in_portal: true }),
]
