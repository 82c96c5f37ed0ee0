import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const widthOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.width ?? 0
const sidebar = (page: Page): Locator => page.getByRole('complementary')

test('every request to the platform identifies the dashboard [SHELL-001, SHELL-002]', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  const silent: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    // The connectivity check and the control API do not count.
    if (origin !== world.apiUrl || /^\/(__flotilla|ping)/.test(pathname)) return
    asked.push(pathname)
    if (request.headers()['x-balena-client'] !== 'flotilla/30.1.1') silent.push(pathname)
  })
  await world.open('first-look', { as: null })
  await signIn(page, 'ada')
  await page.getByRole('link', { name: 'tram-displays' }).click()
  await page.getByRole('link', { name: /^Operational/ }).click()
  await page.getByRole('table', { name: 'Devices of this fleet' }).getByRole('link').first().click()
  await expect(page.getByRole('log')).toContainText('display')
  expect(asked).toEqual(expect.arrayContaining(['/login_', '/v7/application', '/v7/device']))
  expect(silent).toEqual([])
})

test('the sidebar is collapsed to its icons and stays collapsed [SHELL-007, SHELL-008]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await expect.poll(() => widthOf(sidebar(page))).toBe(220)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(() => widthOf(sidebar(page))).toBe(56)
  await expect(sidebar(page).getByRole('link', { name: /Fleets/ })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => widthOf(sidebar(page))).toBe(56)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(() => widthOf(sidebar(page))).toBe(220)
})

test('news, help and keyboard shortcuts are one click away, and restore the focus [SHELL-009, SHELL-013]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const news = page.getByRole('button', { name: /^What is new/ })
  await news.click()
  await expect(page.getByRole('dialog', { name: 'What is new' })).toContainText('Version 30.1.1')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(news).toBeFocused()

  const help = page.getByRole('button', { name: 'Help', exact: true })
  await help.click()
  for (const name of [
    'Getting started',
    'Documentation',
    'Feature requests',
    'Forums',
    'Help centre',
    'Platform status',
    'Hub',
  ])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', /^https:\/\//)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
})

test('a colour scheme is applied immediately, and from the first frame after a reload', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await background()).toBe(dark)
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await expectAccessible(page)
})

test('the first press of Tab offers to skip to the main content', async ({ page, world }) => {
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the session is renewed at start and every hour [SIGNIN-005, SIGNIN-006]', async ({ page, world }) => {
  await page.clock.install()
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/user/v1/refresh-token')) renewals += 1
  })
  await world.open('first-look')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await expect.poll(() => renewals).toBe(1)
  await page.clock.fastForward('59:00')
  await world.state()
  expect(renewals).toBe(1)
  await page.clock.fastForward('01:00')
  await expect.poll(() => renewals).toBe(2)
})

test(
  'on a narrow screen, navigation and simulator are behind one button',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('first-look', { as: null })
    await signIn(page, 'omar')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Open navigation' })
    if (await menu.isVisible()) {
      await menu.click()
      const drawer = page.getByRole('dialog', { name: 'Navigation' })
      await expect(drawer.getByRole('region', { name: 'Simulator' })).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('link', { name: /Blocks/ }).click()
      await expect(drawer).toHaveCount(0)
    } else {
      await page.getByRole('link', { name: /Blocks/ }).click()
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Blocks' })).toBeVisible()
    await page.goto(paths.device(await world.anyDevice('tram-displays')))
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Shut down' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Shut down' }).click()
    await expect(page.getByRole('dialog', { name: 'Shut down the device?' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('elements focused backwards are never hidden under the header', async ({ page, world }) => {
  await world.open('first-look')
  for (const path of [
    paths.deviceSettings(await world.anyDevice('cold-chain-eu')),
    paths.billing(await world.organization('acme_logistics')),
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.locator('main :is(a[href], button)').last().focus()
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Shift+Tab')
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        if (focused === null || focused.closest('main') === null) return null
        const { top } = focused.getBoundingClientRect()
        return top < header ? `${focused.textContent} at ${top}, under ${header}` : null
      })
      expect(hidden).toBeNull()
    }
  }
})

test('after signing in, and after a dialog opened by the address, the focus is on the heading', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null, path: '/login' })
  await signIn(page, 'ada')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeFocused()

  await page.getByRole('button', { name: 'Create fleet' }).click()
  await expect(page.getByRole('dialog').getByLabel('Organization')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create fleet' })).toBeFocused()

  await page.goto(paths.deploy({ repoUrl: 'https://github.com/flotilla-examples/hello-fleet' }))
  await expect(page.getByRole('dialog', { name: 'Deploy a fleet from a URL' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeFocused()
})
