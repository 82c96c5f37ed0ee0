import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { emailsTo } from './accounts.ts'
import { acme } from './billing-calls.ts'
import { openCloud } from './use-cloud.ts'

const DAY = 86_400_000
const ACCOUNTS = 'accounts@acme-logistics.example'

const pass = (world: TestCloud, days: number) => world.clock.advanceTo(world.clock.now() + days * DAY)

/** A cheap request: the world advances when it is read. */
const subjects = async (world: TestCloud, to = ACCOUNTS) => {
  await world.request('/ping')
  return (await emailsTo(world, to)).map(({ subject }) => subject)
}

test('a bill is emailed to the billing address, with a link to the billing page', async () => {
  const { world } = await acme()
  expect(await subjects(world)).toEqual([])
  pass(world, 20)
  const [message, ...others] = (await subjects(world)).length === 1 ? await emailsTo(world, ACCOUNTS) : []
  expect(others).toEqual([])
  expect(message).toMatchObject({
    subject: expect.stringMatching(/^Invoice \d+ for Acme Logistics$/),
    text: expect.stringMatching(/^The invoice is for \$1,\d+\.\d\d\. It has been paid\.$/),
    link: '/orgs/1/billing',
  })
})

test('unpaid bills send emails immediately, 30 days before freezing, and when frozen', async () => {
  const { world, send } = await acme()
  await send('PATCH', '/info', { token_id: 'pm_card_chargeCustomerFail' })
  pass(world, 20)
  const first = await subjects(world)
  expect(first).toEqual([
    expect.stringMatching(/^Invoice \d+ for Acme Logistics$/),
    expect.stringMatching(/^The payment of invoice \d+ failed$/),
  ])
  pass(world, 26)
  expect((await subjects(world)).filter((it) => it.includes('frozen'))).toEqual([])
  pass(world, 4)
  expect((await subjects(world)).filter((it) => it.includes('frozen'))).toEqual([
    'Acme Logistics will be frozen in 30 days',
  ])
  pass(world, 30)
  expect((await subjects(world)).filter((it) => it.includes('frozen'))).toEqual([
    'Acme Logistics is frozen',
    'Acme Logistics will be frozen in 30 days',
  ])
  await send('PATCH', '/info', { token_id: 'pm_card_visa' })
  pass(world, 10)
  expect((await subjects(world)).filter((it) => it.includes('frozen'))).toHaveLength(2)
})

test('falling below the credit threshold sends one email', async () => {
  const world = openCloud('release-day')
  pass(world, 31)
  const creditEmails = (await subjects(world)).filter((it) => it.includes('credits left'))
  expect(creditEmails).toEqual(['Acme Logistics has 0 credits left'])
  const [message] = (await emailsTo(world, ACCOUNTS)).filter((it) => it.subject.includes('credits left'))
  expect(message).toMatchObject({ text: 'That is below the threshold of 250.', link: '/orgs/1/credits' })
})

test('a support ticket is confirmed to its author and the copied addresses', async () => {
  const world = openCloud()
  const body = {
    subject: 'A gate does not come back',
    comment: { body: 'It is offline since noon.', uploads: [] },
    email_ccs: ['field@acme.example'],
    custom_fields: [{ id: 22_000_005, value: 'device' }],
  }
  const response = await world.request('/zendesk/v1/1/submit-ticket', { as: 'mel', method: 'POST', body })
  expect(response.status).toBe(201)
  for (const to of ['mel@flotilla.example', 'field@acme.example']) {
    expect(await emailsTo(world, to)).toMatchObject([
      {
        subject: '[Ticket 4001] A gate does not come back',
        text: 'The ticket has been received.\n\nIt is offline since noon.',
      },
    ])
  }
})
