import { expect } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { payWith } from '../billing/billing-screens.ts'
import type { Answer } from '../open-app.tsx'
import type { OpenWorldOptions } from '../open-world.tsx'
import { organizationId } from '../organizations/organization-screens.ts'

export type Row = Record<string, unknown>

/** Changes the user's organizations in the response about identity providers. */
export const organizationsWith =
  (change: (rows: Row[]) => Row[]): NonNullable<OpenWorldOptions['change']> =>
  (url, rows) =>
    url.startsWith('https://api.platform.example/v7/organization_membership') &&
    url.includes('is_authorized_by__identity_provider')
      ? change(rows)
      : rows

/** The same, without any identity provider. */
export const withoutProviders = organizationsWith((rows) =>
  rows.map((row) => ({
    ...row,
    is_member_of__organization: (row['is_member_of__organization'] as Row[]).map((organization) => ({
      ...organization,
      identity_provider_membership: [],
    })),
  })),
)

/** The request bodies sent to a path of the platform. */
export function bodiesOf(part: string) {
  const bodies: unknown[] = []
  const answer: Answer = async (request) => {
    const isIt = request.method !== 'GET' && new URL(request.url).pathname.startsWith(part)
    const text = isIt ? await request.clone().text() : ''
    if (text !== '') bodies.push(JSON.parse(text))
    return undefined
  }
  return { bodies, answer }
}

/** Gives Tidewater a plan with SAML. */
export async function giveTidewaterSaml(world: TestCloud): Promise<void> {
  await payWith(world, 'pm_card_visa', 'tidewater_research')
  const account = `/billing/v1/account/${await organizationId(world, 'tidewater_research')}`
  const body = { annual: false, tier: 'production-v2' }
  const answer = await world.request(`${account}/plan`, { as: 'ada', method: 'PATCH', body })
  expect(answer.status).toBe(200)
}
