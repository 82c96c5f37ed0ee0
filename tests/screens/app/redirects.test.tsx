import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { FAILURE_EVENT } from '../../../src/features/device-page/report-failure.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'

afterEach(() => vi.restoreAllMocks())

const firstOf = (resource: string, field: string) => async (world: TestCloud) => {
  const [row] = await world.rows(`/v7/${resource}?$select=id,${field}&$top=1&$orderby=id asc`, 'ada')
  return String(row?.[field])
}

test.each([
  ['/', async () => '/', /^\/fleets$/],
  [
    '/fleets/{id}/summary',
    async (world: TestCloud) => `/fleets/${await firstOf('application', 'id')(world)}/summary`,
    /^\/(?:fleets|apps|blocks)\/\d+$/,
  ],
  [
    '/devices/{uuid}/summary',
    async (world: TestCloud) => `/devices/${await firstOf('device', 'uuid')(world)}/summary`,
    /^\/devices\/[0-9a-f]{32}$/,
  ],
])('%s redirects without a warning of the router', async (_path, at, target) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await openWorld(at)
  await findHeading(/\S/)
  expect(address()).toMatch(target)
  expect(warned.mock.calls.filter(([text]) => String(text).includes('leaf route'))).toEqual([])
})

test.each(['/fleets/999999', `/devices/${'0'.repeat(32)}`])(
  'a missing object at %s redirects to the fleets, and is not reported [ROUTE-055, ROUTE-082]',
  async (path) => {
    const reported = vi.fn<(event: Event) => void>()
    window.addEventListener(FAILURE_EVENT, reported)
    try {
      await openWorld(path)
      await findHeading('Fleets')
      expect(address()).toBe('/fleets')
      expect(reported).not.toHaveBeenCalled()
    } finally {
      window.removeEventListener(FAILURE_EVENT, reported)
    }
  },
)

test('a user without access opens a public block, whose organization is shown without a link', async () => {
  const block = async (world: TestCloud) => {
    const [row] = await world.rows(
      "/v7/application?$select=id&$filter=slug eq 'acme_logistics/edge-metrics'",
      'ada',
    )
    return `/blocks/${String(row?.['id'])}`
  }
  await openWorld(block, { as: 'sue' })
  await findHeading('edge-metrics')
  const breadcrumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(breadcrumbs.getByText('acme_logistics')).toBeTruthy()
  expect(breadcrumbs.queryByRole('link', { name: 'acme_logistics' })).toBeNull()
})

const fleetPage = (tab: string) => async (world: TestCloud) =>
  `/fleets/${await fleetId(world, 'cold-chain-eu')}/${tab}`
const organizationPage = (tab: string) => async (world: TestCloud) => {
  const [row] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
  return `/orgs/${String(row?.['id'])}/${tab}`
}
const diagnosticsPage = async (world: TestCloud) => {
  const where = "belongs_to__application/app_name eq 'cold-chain-eu'"
  const [row] = await world.rows(`/v7/device?$select=uuid&$filter=${where}&$top=1`, 'ada')
  return `/devices/${String(row?.['uuid'])}/diagnostics`
}

test.each([
  ['billing', organizationPage('billing'), 'devi', 'Billing', 'Member'],
  ['credits', organizationPage('credits'), 'devi', 'Credits', 'Member'],
  ['the keys of a fleet', fleetPage('api-keys'), 'olive', 'Provisioning keys', 'Observer'],
  ['the diagnostics of a device', diagnosticsPage, 'olive', 'Diagnostics', 'Observer'],
] as const)(
  'a role that does not allow %s is redirected to the start page, and a toast says why [ROUTE-014]',
  async (_what, at, as, title, role) => {
    await openWorld(at, { as })
    await findHeading('Fleets')
    expect(address()).toBe('/fleets')
    const toast = await screen.findByText(`The page “${title}” needs another role`)
    expect(toast.parentElement?.textContent).toContain(`Your role here (${role}) does not allow this`)
  },
)
