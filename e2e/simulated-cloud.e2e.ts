import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { World } from './world.ts'

/** A change that is lost if the world is recreated. */
async function rename(page: Page, world: World, name: string): Promise<void> {
  const uuid = await world.anyDevice('cold-chain-eu')
  await page.evaluate(
    async ({ address, body }) => {
      const key = Object.keys(localStorage).find((each) => each.endsWith(':token')) ?? ''
      const headers = {
        authorization: `Bearer ${localStorage.getItem(key)}`,
        'content-type': 'application/json',
      }
      const response = await fetch(address, { method: 'PATCH', headers, body })
      if (!response.ok) throw new Error(`Renaming: ${response.status}`)
    },
    { address: `${world.apiUrl}/v7/device(uuid='${uuid}')`, body: JSON.stringify({ device_name: name }) },
  )
}

test('a reload keeps the world, its clock and speed, and the session; only requests to the cloud go through it', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await rename(page, world, 'kept-over-reload')
  await world.advance('90 min')
  await world.setSpeed(60)
  const before = await world.state()
  const throughWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) throughWorker.push(response.url())
  })

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const after = await world.state()
  expect(throughWorker.map((url) => new URL(url).pathname)).toContain('/v7/application')
  expect(throughWorker.filter((url) => new URL(url).origin === new URL(page.url()).origin)).toEqual([])
  expect(Date.parse(after.now)).toBeGreaterThanOrEqual(Date.parse(before.now))
  expect(after).toMatchObject({ scenario: before.scenario, seed: before.seed, speed: 60 })
  expect(await world.deviceUuid('kept-over-reload')).toMatch(/^[0-9a-f]{32}$/)
})

test('two tabs show one world', { tag: '@firefox' }, async ({ page, world, context, baseURL }) => {
  await world.open('first-look')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const beside = await World.behind(other, baseURL ?? '')

  await rename(page, world, 'seen-in-both-tabs')
  expect(await beside.deviceUuid('seen-in-both-tabs')).toBe(await world.deviceUuid('seen-in-both-tabs'))
  await world.advance('3 h')
  expect(
    Math.abs(Date.parse((await beside.state()).now) - Date.parse((await world.state()).now)),
  ).toBeLessThan(60_000)
})

test(
  'another world opened by its address asks before a change is lost, and leaves the user signed in',
  { tag: '@firefox' },
  async ({ page, world }) => {
    await world.open('first-look')
    await rename(page, world, 'kept-until-confirmed')
    await page.goto('/?scenario=release-day&seed=7')
    const question = page.getByRole('dialog', { name: 'Open the linked world?' })
    await expect(question.getByRole('listitem').first()).toHaveText('One action that was done in it is lost.')
    expect(await world.deviceUuid('kept-until-confirmed')).toMatch(/^[0-9a-f]{32}$/)
    await question.getByRole('button', { name: 'Open the world' }).click()
    await expect(page.getByRole('list', { name: 'Fleets' })).toContainText('1,204 devices')
    expect(await world.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
    await page.goto('/?scenario=bad-release')
    await expect(page.getByRole('list', { name: 'Fleets' })).toContainText('devices')
  },
)

test('a link to another world opens it in the other tabs too, without signing in again', async ({
  page,
  world,
  context,
  baseURL,
}) => {
  await world.open('first-look')
  const beside = await context.newPage()
  const other = await World.behind(beside, baseURL ?? '')
  await other.open('release-day', { seed: 7, as: null })
  await expect.poll(() => world.state()).toMatchObject({ scenario: 'release-day', seed: 7 })
  for (const tab of [page, beside]) {
    await expect(tab.getByRole('region', { name: 'Simulator', exact: true })).toContainText('Release day')
    await expect(tab.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  }
})

test.describe('in a browser without service workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('the cloud runs in the page', async ({ page, world }) => {
    await world.open('first-look')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await rename(page, world, 'without-service-worker')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await world.deviceUuid('without-service-worker')).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('in a browser without shared workers, the world still survives a reload', async ({ page, world }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await rename(page, world, 'without-shared-worker')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await world.deviceUuid('without-shared-worker')).toMatch(/^[0-9a-f]{32}$/)
})

test('a link to a world that does not exist shows the available ones', async ({ page }) => {
  await page.goto('/?scenario=nowhere')
  await expect(page.getByText('there are first-look, release-day')).toBeVisible()
})
