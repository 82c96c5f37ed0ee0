import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import type { Answer } from '../open-app.tsx'
import { json } from '../open-app.tsx'
import { organizationId } from '../organizations/organization-screens.ts'

/** A panel of the page, once its content is loaded. */
export async function panel(name: string) {
  const region = await screen.findByRole('region', { name })
  await waitFor(() => expect(region.querySelector('[aria-busy="true"]')).toBeNull())
  return within(region)
}

/** A panel that starts folded, opened. */
export async function unfold(name: string) {
  const folded = await panel(name)
  await userEvent.click(folded.getByRole('button', { name, expanded: false }))
  return panel(name)
}

/** Reads from the billing service, for an organization. */
export async function readBilling(world: TestCloud, part = '', handle = 'acme_logistics'): Promise<unknown> {
  const path = `/billing/v1/account/${await organizationId(world, handle)}${part}`
  return (await world.request(path, { as: 'ada' })).json()
}

/** Stores a payment method without the dashboard. */
export async function payWith(world: TestCloud, token: string, handle = 'acme_logistics'): Promise<void> {
  await world.request(`/billing/v1/account/${await organizationId(world, handle)}/info`, {
    as: 'ada',
    method: 'PATCH',
    body: { token_id: token, token_type: 'payment_method' },
  })
}

/** A platform where one path fails with this message. */
export const failing =
  (part: RegExp, { status = 500, method = 'GET', says = '' } = {}): Answer =>
  (request) =>
    request.method === method && part.test(new URL(request.url).pathname)
      ? new Response(says, { status, headers: { 'content-type': 'text/plain' } })
      : undefined

/** A platform with a real payment provider, configured by its key. */
export const withRealProvider: Answer = ({ url }) =>
  new URL(url).pathname === '/config'
    ? json({ deployment: 'production', deviceUrlsBase: 'devices.example', stripePublicKey: 'pk_test_1' })
    : undefined

/** Fills in a test card, and stores it. */
export async function storeCard(label: RegExp): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment method' }))
  await userEvent.click(await dialog.findByRole('radio', { name: label }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save payment method' }))
}

/** The requests to the billing service, with their bodies. */
export function sentTo(part: string) {
  const bodies: unknown[] = []
  const answer: Answer = async (request) => {
    if (request.method !== 'GET' && new URL(request.url).pathname.endsWith(part)) {
      const text = await request.clone().text()
      bodies.push(text === '' ? null : JSON.parse(text))
    }
    return undefined
  }
  return { bodies, answer }
}
