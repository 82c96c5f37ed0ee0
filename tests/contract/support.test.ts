import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const ACME = '/zendesk/v1/1'
const TIDEWATER = '/zendesk/v1/2'

const AREA = 22_000_005

const aTicket = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  subject: 'A gate does not come back',
  comment: { body: 'It is offline since noon.', uploads: [] },
  email_ccs: ['field@acme.example'],
  custom_fields: [{ id: AREA, value: 'device' }],
  ...change,
})

const submit = async (world: TestCloud, body: unknown, as: DemoName = 'mel', base = ACME) =>
  statusAndBody(await world.request(`${base}/submit-ticket`, { as, method: 'POST', body }))

/** Sends a form, like a browser; returns status and body as JSON or text. */
async function upload(
  world: TestCloud,
  size: number,
  { as = 'mel', base = ACME, part = 'file' }: { as?: DemoName; base?: string; part?: string } = {},
): Promise<[number, unknown]> {
  const form = new FormData()
  form.set(part, new File([new Uint8Array(size)], 'gate.log', { type: 'text/plain' }))
  return statusAndBody(await world.request(`${base}/upload-attachment`, { as, method: 'POST', body: form }))
}

test('every member can read the fields of the form, nobody else [SUPPORT-014]', async () => {
  const world = openCloud()
  const [status, fields] = await statusAndBody(await world.request(`${ACME}/ticket-fields`, { as: 'mel' }))
  expect(status).toBe(200)
  expect(fields).toMatchObject([
    { type: 'subject', required_in_portal: true },
    { type: 'description', required_in_portal: true },
    {
      type: 'priority',
      system_field_options: expect.arrayContaining([
        { name: 'Normal', raw_name: 'Normal', value: 'normal', default: true },
      ]),
    },
    { visible_in_portal: false },
    { id: AREA, type: 'tagger' },
    ...Array(4).fill({}),
  ])
  expect(await statusAndBody(await world.request(`${TIDEWATER}/ticket-fields`, { as: 'mel' }))).toEqual([
    401,
    '',
  ])
  expect(await statusAndBody(await world.request('/zendesk/v1/x/ticket-fields', { as: 'mel' }))).toEqual([
    401,
    '',
  ])
  expect(await statusAndBody(await world.request(`${ACME}/ticket-fields`))).toEqual([401, ''])
})

test('creates a ticket with an attachment [SUPPORT-015, SUPPORT-016, CONST-004]', async () => {
  const world = openCloud()
  const [status, token] = await upload(world, 1000)
  expect([status, token]).toEqual([200, expect.stringMatching(/^upload_\w+$/)])
  const ticket = aTicket({ priority: 'high', comment: { body: 'See the log.', uploads: [token] } })
  expect(await submit(world, ticket)).toEqual([
    201,
    {
      id: 4001,
      subject: 'A gate does not come back',
      status: 'new',
      created_at: '2026-11-20T14:00:00.000Z',
    },
  ])
  expect(await submit(world, ticket)).toEqual([400, `There is no attachment ${String(token)}.`])
  expect(await submit(world, aTicket())).toMatchObject([201, { id: 4002 }])
})

test('an attachment can have up to 5 MB [SUPPORT-005]', async () => {
  const world = openCloud()
  expect((await upload(world, 5 * 1024 * 1024))[0]).toBe(200)
  expect(await upload(world, 5 * 1024 * 1024 + 1)).toEqual([413, 'An attachment may have 5 MB at most.'])
})

test('an attachment is a file in a form', async () => {
  const world = openCloud()
  const refused = [400, 'The attachment must be sent as a form with a file.']
  expect(await upload(world, 10, { part: 'other' })).toEqual(refused)
  expect(await upload(world, 0)).toEqual(refused)
  const asJson = { as: 'mel', method: 'POST', body: { file: 'x' } } as const
  expect(
    await badRequest(async () => statusAndBody(await world.request(`${ACME}/upload-attachment`, asJson))),
  ).toEqual(refused)
})

test('attaching a file of another user is rejected', async () => {
  const world = openCloud()
  const [, token] = await upload(world, 10, { as: 'ada' })
  const ticket = aTicket({ comment: { body: 'See.', uploads: [token] } })
  expect(await submit(world, ticket, 'mel')).toEqual([400, `There is no attachment ${String(token)}.`])
  expect((await submit(world, ticket, 'ada'))[0]).toBe(201)
})

test.each([
  ['a subject', { subject: undefined }, 'Subject is required.'],
  ['more than blanks for a subject', { subject: '  ' }, 'Subject is required.'],
  ['a comment', { comment: undefined }, ''],
  ['words in the comment', { comment: { body: '' } }, 'Description is required.'],
  ['an area', { custom_fields: [] }, 'Area is required.'],
  ['an area that exists', { custom_fields: [{ id: AREA, value: 'weather' }] }, 'Area is invalid.'],
  ['a priority that exists', { priority: 'extreme' }, 'Priority is invalid.'],
  [
    'fields for customers',
    { custom_fields: [{ id: 22_000_004, value: 'incident' }] },
    'There is no field 22000004.',
  ],
  [
    'fields that are still used',
    { custom_fields: [{ id: 22_000_009, value: '1' }] },
    'There is no field 22000009.',
  ],
  [
    'a number where one is asked for',
    {
      custom_fields: [
        { id: AREA, value: 'device' },
        { id: 22_000_008, value: 'some' },
      ],
    },
    'How many devices are affected is invalid.',
  ],
  [
    'yes or no where that is asked',
    {
      custom_fields: [
        { id: AREA, value: 'device' },
        { id: 22_000_007, value: 'maybe' },
      ],
    },
    'Support access granted is invalid.',
  ],
  ['addresses to tell', { email_ccs: ['everybody'] }, 'everybody is no email address.'],
  ['a list of fields', { custom_fields: 'device' }, ''],
  [
    'tokens that were given',
    { comment: { body: 'x', uploads: ['upload_1'] } },
    'There is no attachment upload_1.',
  ],
])('a ticket requires %s [SUPPORT-008]', async (_what, change, text) => {
  const world = openCloud()
  expect(await badRequest(() => submit(world, aTicket(change)))).toEqual([400, text])
  // None was created: the next ticket is the first.
  expect(await submit(world, aTicket())).toMatchObject([201, { id: 4001 }])
})

test('tickets require membership in an organization with a paid plan [SUPPORT-007, SUPPORT-011]', async () => {
  const world = openCloud()
  const unpaid = [403, 'Private support needs a paid plan.']
  expect(await submit(world, aTicket(), 'ada', TIDEWATER)).toEqual(unpaid)
  expect(await upload(world, 10, { as: 'ada', base: TIDEWATER })).toEqual(unpaid)
  expect(await submit(world, aTicket(), 'mel', TIDEWATER)).toEqual([401, ''])
  expect(await submit(world, aTicket(), 'sue')).toEqual([401, ''])
  expect(await submit(world, aTicket(), 'mel', '/zendesk/v1/undefined')).toEqual([401, ''])
  expect(await submit(world, aTicket())).toMatchObject([201, { id: 4001 }])
})

test('staff signed in as a member cannot create tickets', async () => {
  const world = openCloud()
  const signIn = { as: 'pat', method: 'PATCH', body: { username: 'mel' } } as const
  const credential = await (await world.request('/login_', signIn)).text()
  const raise = { as: { credential }, method: 'POST', body: aTicket() }
  expect(await statusAndBody(await world.request(`${ACME}/submit-ticket`, raise))).toEqual([
    403,
    'Nobody raises tickets in the name of somebody else.',
  ])
  expect(await submit(world, aTicket())).toMatchObject([201, { id: 4001 }])
})

test('tickets and attachments survive a snapshot', async () => {
  const world = openCloud()
  const [, token] = await upload(world, 10)
  await submit(world, aTicket())
  const again = openCloud('first-look', { snapshot: world.cloud.snapshot() })
  const ticket = aTicket({ comment: { body: 'See.', uploads: [token] } })
  expect(await submit(again, ticket)).toMatchObject([201, { id: 4002 }])
})

test('a user with an unverified email cannot create tickets [SUPPORT-011]', async () => {
  const world = openCloud()
  const body = { username: 'una', password: 'flotilla-demo' }
  const credential = await (await world.request('/login_', { method: 'POST', body })).text()
  const [own] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'una'", 'pat')
  const id = Number(own?.['id'])
  const send = async (method: string, path: string, sent: unknown) =>
    statusAndBody(await world.request(path, { as: { credential }, method, body: sent }))
  await send('PATCH', `/billing/v1/account/${id}/info`, { token_id: 'pm_card_visa' })
  const plan = { annual: false, tier: 'prototype-v2' }
  expect(await send('PATCH', `/billing/v1/account/${id}/plan`, plan)).toEqual([200, ''])
  expect(await send('POST', `/zendesk/v1/${id}/submit-ticket`, aTicket())).toEqual([
    403,
    'Verify your email address first.',
  ])
})
