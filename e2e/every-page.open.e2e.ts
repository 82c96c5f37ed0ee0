import type { Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, test } from './fixtures.ts'
import { emptyPanels, spilledFacts } from './layout.ts'
import { visits, type Visit } from './routes.ts'
import type { World } from './world.ts'

// The dashboard detects the platform by requesting its configuration, which this one lacks; the user's picture and the repository
// to deploy are on other hosts.
test.use({ expectedErrors: [/status of 404.*\/config\)|www\.gravatar\.com|api\.github\.com/] })

/** Pages of resources that do not exist here are visited with an id from an old link. */
const NOT_THERE = 1

const keptAddresses: Readonly<Record<string, (organization: number) => string>> = {
  'organization-team': (organization) => paths.organizationTeam(organization, NOT_THERE),
  'team-members': (organization) => paths.teamMembers(organization, NOT_THERE),
  'team-fleets': (organization) =>
    paths.applicationsOf(paths.organizationTeam(organization, NOT_THERE), 'fleet'),
}

/** Only reached by redirects of the platform's third-party sign-in, which does not exist here. */
const LEADS_NOWHERE = new Set(['other-party'])

const pathOf = async (world: World, { name, path }: Visit) =>
  keptAddresses[name]?.(await world.organization('acme_logistics')) ?? path(world)

/** Error messages that must not appear. */
const FAILURE =
  /Failed retrieving|could not be loaded|Something went wrong|You do not have permission|\bundefined\b|\bNaN\b/

/** Soft, so that one run reports every page. */
async function look(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
  await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
  expect.soft(await page.locator('body').innerText(), name).not.toMatch(FAILURE)
  expect.soft(await page.getByRole('button', { name: 'Retry' }).count(), `${name}: Retry`).toBe(0)
  expect.soft(await emptyPanels(page), `${name}: panels that say nothing`).toEqual([])
  expect.soft(await spilledFacts(page), `${name}: values that reach into the next`).toEqual([])
}

test.describe('while the platform does not say which one it is', () => {
  // What the pages ask meanwhile is for the hosted platform; the browser logs each refusal.
  test.use({ expectedErrors: [/status of (404|500|503).*(\/config|\/v7\/[^)]*)\)|www\.gravatar\.com/] })

  test('on the open-source backend, pages are shown without waiting, and correctly as soon as it is known', async ({
    page,
    world,
  }) => {
    await world.open('first-look', { as: null })
    const platformKey = () =>
      page.evaluate(() => Object.keys(localStorage).find((key) => key.endsWith(':platform')) ?? '')
    await expect.poll(platformKey).not.toBe('')
    await page.evaluate((key) => localStorage.removeItem(key), await platformKey())

    await world.fault({ kind: 'latency', route: 'GET /config', ms: 3_000, times: 1 })
    await page.reload()
    const forgot = page.getByRole('link', { name: 'Forgot your password?' })
    await expect(forgot).toBeVisible()
    const email = page.getByLabel('Email')
    await email.fill('ada@flotilla.example')
    await expect(forgot).toHaveCount(0)
    await expect(email).toHaveValue('ada@flotilla.example')

    await page.evaluate((key) => localStorage.removeItem(key), await platformKey())
    await world.fault({ kind: 'status', route: 'GET /config', status: 503, times: 2 })
    await page.getByLabel('Password', { exact: true }).fill('flotilla-demo')
    await page.reload()
    await email.fill('ada@flotilla.example')
    await page.getByLabel('Password', { exact: true }).fill('flotilla-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('link', { name: 'cold-chain-eu' }).first()).toBeVisible()
    await expect(page.getByText('This page could not be shown')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Deploy/ })).toHaveCount(0)
  })
})

for (const signedOut of [true, false]) {
  test(`on the open-source backend, each page visible ${signedOut ? 'before' : 'after'} signing in shows what is available and requests nothing else`, async ({
    page,
    world,
  }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      const address = response.url().replace(world.apiUrl, '')
      if (response.status() < 400 || address === '/config' || address.includes('gravatar')) return
      refused.push(`${response.status()} ${response.request().method()} ${decodeURIComponent(address)}`)
    })
    await world.open('first-look', { as: signedOut ? null : 'ada' })
    for (const visit of visits) {
      if ((visit.signedOut === true) !== signedOut || LEADS_NOWHERE.has(visit.name)) continue
      await test.step(visit.name, async () => {
        await world.visit(await pathOf(world, visit))
        await look(page, visit.name)
        expect
          .soft(refused.splice(0), `requests of ${visit.name} that the page could know to fail`)
          .toEqual([])
      })
    }
  })
}
