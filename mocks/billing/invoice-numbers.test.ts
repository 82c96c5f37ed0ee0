import { expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

test('the invoices of an organization are numbered without gaps, whatever others buy meanwhile', async () => {
  const world = createTestCloud('first-look')
  const buy = async (organization: number, tier: string) => {
    const path = `/billing/v1/account/${organization}`
    const send = (part: string, body: object) =>
      world.request(path + part, { as: 'ada', method: 'PATCH', body })
    await send('/info', { token_id: 'pm_card_visa', token_type: 'payment_method' })
    expect((await send('/plan', { tier, annual: false })).status).toBe(200)
  }
  const ids = new Map(
    (await world.rows('/v7/organization?$select=id,handle', 'ada')).map(({ id, handle }) => [
      handle,
      Number(id),
    ]),
  )
  const [acme, tidewater] = [ids.get('acme_logistics') ?? 0, ids.get('tidewater_research') ?? 0]
  await buy(tidewater, 'prototype-v2')
  await buy(acme, 'pilot-v2')
  await buy(tidewater, 'pilot-v2')
  for (const organization of [acme, tidewater]) {
    const answer = await world.request(`/billing/v1/account/${organization}/invoices`, { as: 'ada' })
    const numbers = ((await answer.json()) as { invoice_number: string }[])
      .map(({ invoice_number: number }) => Number(number))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => 1001 + at))
  }
  world.dispose()
})
