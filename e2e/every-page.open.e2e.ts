import type { Page } from 'playwright/test'
import { paths } from '../src/app/paths.ts'
import { expect, test } from './fixtures.ts'
import { emptyPanels, spilledFacts } from './layout.ts'
import { visits, type Visit } from './routes.ts'
import type { World } from './world.ts'

// What a platform has is found out by asking for its configuration, which this one has not; the person's picture and the
// repository to deploy are on other hosts.
test.use({ expectedErrors: [/status of 404.*\/config\)|www\.gravatar\.com|api\.github\.com/] })

/** Pages of what is not there are visited by an address that somebody may have kept. */
const NOT_THERE = 1

const keptAddresses: Readonly<Record<string, (organization: number) => string>> = {
  'organization-team': (organization) => paths.organizationTeam(organization, NOT_THERE),
  'team-members': (organization) => paths.teamMembers(organization, NOT_THERE),
  'team-fleets': (organization) =>
    paths.applicationsOf(paths.organizationTeam(organization, NOT_THERE), 'fleet'),
}

/** A person is led there by the platform's address for signing in with somebody else, which is not there. */
const LEADS_NOWHERE = new Set(['other-party'])

const pathOf = async (world: World, { name, path }: Visit) =>
  keptAddresses[name]?.(await world.organization('acme_logistics')) ?? path(world)

/** Sentences about something that could not be done, where nothing had to be tried. */
const FAILURE =
  /Failed retrieving|could not be loaded|Something went wrong|You do not have permission|\bundefined\b|\bNaN\b/

/** Soft, so that one run tells of every page. */
async function look(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
  await expect(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
  expect.soft(await page.locator('body').innerText(), name).not.toMatch(FAILURE)
  expect.soft(await page.getByRole('button', { name: 'Retry' }).count(), `${name}: Retry`).toBe(0)
  expect.soft(await emptyPanels(page), `${name}: panels that say nothing`).toEqual([])
  expect.soft(await spilledFacts(page), `${name}: values that reach into the next`).toEqual([])
}

for (const signedOut of [true, false]) {
  test(`on the open-source backend, each page that is seen ${signedOut ? 'before' : 'after'} signing in shows what there is and asks for nothing else`, async ({
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
