import type { Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, signIn, test, typeInto } from './fixtures.ts'
import type { World } from './world.ts'

const expired = 'Your authentication token has expired. Sign in again.'
const refused = 'Your session has expired. Sign in again.'

test(
  'a wrong password shows an error, and the right one signs in [SIGNIN-002, SIGNIN-012, SIGNIN-028]',
  { tag: '@firefox' },
  async ({ page, world, causedErrors }) => {
    causedErrors.push(/status of 401/)
    await world.open('first-look', { as: null })
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectAccessible(page)

    await signIn(page, 'ada', 'not-the-password')
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
    await expect(page.getByLabel('Email')).toHaveValue('ada@flotilla.example')
    await expectAccessible(page)

    await typeInto(page.getByLabel('Password', { exact: true }), 'flotilla-demo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    await expect(page).toHaveURL(/\/fleets$/)
  },
)

test(
  'a form without an email or a password says what is missing, and sends nothing',
  { tag: '@release' },
  async ({ page, world }) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/login_') && sent.push(request.url()))
    await world.open('first-look', { as: null })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expectAccessible(page)

    await page.getByLabel('Email').fill('ada at flotilla')
    await expect(page.getByText('Enter a valid email address, such as name@example.com')).toBeVisible()
    expect(sent).toEqual([])
  },
)

test('after signing in, the requested page opens [ROUTE-004, ROUTE-005, ROUTE-007, ROUTE-029, ROUTE-030]', async ({
  page,
  world,
}) => {
  await world.open('first-look', { as: null })
  await page.goto(`${paths.fleets()}?view=table`)
  await expect(page).toHaveURL(paths.login({ redirect: `${paths.fleets()}?view=table` }))

  await signIn(page, 'ada')
  await expect(page).toHaveURL(`${paths.fleets()}?view=table`)
  await expect(page.getByRole('table', { name: 'Fleets' })).toBeVisible()
})

for (const redirect of [
  '//evil.example/fleets',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t\\evil.example',
]) {
  test(
    `after signing in, nobody is redirected to ${JSON.stringify(redirect)} [ROUTE-008]`,
    { tag: '@release' },
    async ({ page, world }) => {
      await world.open('first-look', { as: null })
      await page.goto(paths.login({ redirect }))
      await signIn(page, 'ada')
      await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
      await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/fleets$/)
    },
  )
}

test(
  'a signed-in user does not see the sign-in page [ROUTE-001, ROUTE-011]',
  { tag: '@release' },
  async ({ page, world }) => {
    await world.open('first-look')
    await page.goto(paths.login())
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
    await page.goto(paths.home())
    await expect(page).toHaveURL(/\/fleets$/)
  },
)

test('after signing out, no page opens without a password [SHELL-016, SHELL-021]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await expect(page.getByRole('menu').getByText('ada', { exact: true })).toBeVisible()
  await expect(page.getByRole('menu').getByText('ada@flotilla.example')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedToken(page)).toBeNull()

  await page.goto(paths.blocks())
  await expect(page).toHaveURL(paths.login({ redirect: paths.blocks() }))
})

test('on a phone the form is in sight; a demo account signs in with one click, is not asked about cookies, and its name is in the menu [SHELL-016, DEMO-001]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await world.open('first-look', { as: null })
  const submit = await page.getByRole('button', { name: 'Sign in', exact: true }).boundingBox()
  expect((submit?.y ?? Infinity) + (submit?.height ?? 0)).toBeLessThan(600)
  const fold = page.getByRole('button', { name: 'Demo accounts' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expectAccessible(page)
  await fold.click()
  await page.getByRole('region', { name: 'Demo accounts' }).getByRole('button', { name: /Olive/ }).click()
  await expect(page.getByRole('button', { name: 'Account of olive' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0)
})

test('after too many attempts, the form says when to try again [ERR-028]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 429/)
  await world.open('first-look', { as: null })
  await world.fault({ route: 'POST /login_', kind: 'status', status: 429, retryAfter: 120, times: 1 })
  await signIn(page, 'ada')
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Action available again at \d\d:\d\d UTC\.$/,
  )
  await expectAccessible(page)

  await signIn(page, 'ada')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
})

test('an expired token ends the session with a message, and signing in leads back to the page [SIGNIN-033, SIGNIN-034]', async ({
  page,
  world,
  causedErrors,
}) => {
  // This page defines no icon.
  causedErrors.push(/favicon\.ico/)
  await world.open('first-look')
  await page.goto(paths.blocks())
  await expect(page.getByRole('heading', { level: 1, name: 'Blocks' })).toBeVisible()

  const oldToken = expiredToken(await storedToken(page))
  // Stored from another page: the dashboard would use the token before the reload.
  await page.goto('/config.json')
  await storeToken(page, oldToken)
  await page.goto(paths.blocks())
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('main').getByText(expired)).toBeVisible()
  await expectAccessible(page)
  expect(await storedToken(page)).toBeNull()

  await signIn(page, 'ada')
  await expect(page.getByRole('heading', { level: 1, name: 'Blocks' })).toBeVisible()
})

test('a token that expires while a page is open ends the session within about a second [SIGNIN-033]', async ({
  page,
  world,
  causedErrors,
}) => {
  // The page may send one more request before it checks its token.
  causedErrors.push(/status of 401/)
  await world.open('first-look')
  await storeToken(page, expiredToken(await storedToken(page)))
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('main').getByText(expired)).toBeVisible()
})

for (const token of ['not.a.token', 'nonsense']) {
  test(`a stored token of "${token}" leads to the sign-in instead of breaking the page [ERR-003, SIGNIN-034]`, async ({
    page,
    world,
    causedErrors,
  }) => {
    causedErrors.push(/status of 401/)
    await world.open('first-look')
    const worked = await storedToken(page)
    await storeToken(page, token)
    await page.goto(paths.blocks())
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectAccessible(page)
    expect(worked).not.toBeNull()

    await signIn(page, 'ada')
    await expect(page.getByRole('heading', { level: 1, name: 'Blocks' })).toBeVisible()
  })
}

test('signing out in one tab ends the session in the other [SIGNIN-004]', async ({ page, world }) => {
  await world.open('first-look')
  const other = await page.context().newPage()
  await other.goto(paths.fleets())
  await expect(other.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()

  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByText('You were signed out in another tab.')).toBeVisible()
  await expectAccessible(other)
})

test('a session rejected by the platform ends with a message, and signing in leads back to the page [ERR-003, SIGNIN-032]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 401/)
  await world.open('first-look')
  const address = await openFleet(page, world, 'silo-sensors')
  await world.fault({ route: 'GET *', kind: 'status', status: 401 })
  await world.lookAgain()
  // If the page was read just before, its next poll detects it.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('main').getByText(refused)).toBeVisible()
  await expectAccessible(page)

  await world.clearFaults()
  await signIn(page, 'ada')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

async function openFleet(page: Page, world: World, name: string): Promise<string> {
  const address = paths.fleet(await world.fleet(name))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return address
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('flotilla:simulated:token'))
}

function storeToken(page: Page, token: string): Promise<void> {
  return page.evaluate((value) => localStorage.setItem('flotilla:simulated:token', value), token)
}

/** The same token, expired over an hour ago. */
function expiredToken(token: string | null): string {
  const [header, payload = '', signature] = (token ?? '').split('.')
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }
  return [header, Buffer.from(JSON.stringify(past)).toString('base64url'), signature].join('.')
}
