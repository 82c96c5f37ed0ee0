import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('on throttling, the dashboard waits, shows a message, and loads the page automatically [ERR-002, ERR-004, ERR-005, ERR-006, ERR-008]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 429/)
  await world.open('first-look')
  await expect(page.getByRole('link', { name: 'tram-displays' })).toBeVisible()
  await world.fault({ route: 'GET /v7/*', kind: 'status', status: 429, retryAfter: 6, times: 1 })
  await page.getByRole('link', { name: 'tram-displays' }).click()
  const toast = page
    .getByRole('region', { name: 'Notifications' })
    // Another read that waits for the same limit says what is left of it.
    .getByText(/throttling requests\. Trying again in [1-6] s/)
  await expect(toast).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible({
    timeout: 20_000,
  })
})

test('a page that failed to load shows an error, and loads on Retry', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 500/)
  await world.open('first-look')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await world.fault({ route: 'GET /v7/application*', kind: 'status', status: 500 })
  await page.getByRole('link', { name: /^Blocks/ }).click()
  await expect(page.getByRole('alert')).toContainText('The blocks could not be loaded')
  await expectAccessible(page)
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  // A failed read is repeated twice, and the page keeps its error meanwhile.
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  await expect(retry).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('alert')).toContainText('The blocks could not be loaded')

  await world.clearFaults()
  await retry.click()
  await expect(page.getByRole('list', { name: 'Blocks' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page without its own error message shows the status and a way to refresh [ROUTE-019, ROUTE-020]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 50[03]/)
  await world.open('first-look')
  const fleet = page.getByRole('link', { name: 'tram-displays' })
  await expect(fleet).toBeVisible()
  await world.fault({ route: 'GET /v7/application(*', kind: 'status', status: 503 })
  await world.fault({ route: 'GET /v7/application', kind: 'status', status: 503 })
  await fleet.click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByText('Status: 503 Service Unavailable')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong, please try again later')
  await expectAccessible(page)

  await world.clearFaults()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible()
})

test('data that could not be refreshed stays visible, with its age and a retry button [DEV-037]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 500/)
  await world.open('first-look')
  await expect(page.getByRole('link', { name: 'tram-displays' })).toBeVisible()
  await world.fault({ route: 'GET /v7/*', kind: 'status', status: 500 })
  await expect(page.getByText(/^Could not refresh\. The data shown is from /)).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('link', { name: 'tram-displays' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText(/^Could not refresh/)).toBeVisible()
  await world.clearFaults()
  await world.lookAgain()
  await expect(page.getByText(/^Could not refresh/)).toHaveCount(0, { timeout: 20_000 })

  const { uuid, name } = await world.deviceWhere('tram-displays', 'true')
  await world.visit(paths.device(uuid))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await world.fault({ route: 'GET /v7/device*', kind: 'status', status: 500 })
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'The device could not be refreshed',
    { timeout: 20_000 },
  )
  await expect(page.getByRole('main').getByText(/The device could not be refreshed/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectAccessible(page)
  await world.clearFaults()
  await world.lookAgain()
  await expect(page.getByRole('main').getByText(/The device could not be refreshed/)).toHaveCount(0, {
    timeout: 20_000,
  })
})

test('offline shows a message, and pending requests are sent once the network is back [ERR-009, ERR-010, ERR-012, ERR-015, SHELL-025]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/ERR_FAILED/, /Failed to fetch/)
  await world.open('first-look')
  const fleet = page.getByRole('link', { name: 'tram-displays' })
  await expect(fleet).toBeVisible()
  const pings: Record<string, string>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/ping') pings.push(request.headers())
  })
  await world.fault({ route: '* /*', kind: 'network' })
  await fleet.click()
  const alert = page.getByRole('alert').filter({ hasText: 'You are offline' })
  await expect(alert).toBeVisible()
  // It stays in sight on a scrolled page, as one line that does not cover what has the focus, also on a narrow window.
  for (const [width, name] of [
    [1440, 'cold-chain-eu'],
    [360, 'bench-lab'],
  ] as const) {
    await page.setViewportSize({ width, height: 600 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(alert).toBeInViewport({ ratio: 1 })
    const line = await alert.boundingBox()
    expect(line?.height).toBeLessThanOrEqual(40)
    const focused = page.getByRole('main').getByRole('link', { name })
    await focused.focus()
    const below = (line?.y ?? 0) + (line?.height ?? 0)
    await expect.poll(async () => (await focused.boundingBox())?.y).toBeGreaterThanOrEqual(below)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(pings.length).toBeGreaterThanOrEqual(3)
  for (const headers of pings) expect(headers).not.toHaveProperty('authorization')
  await expectAccessible(page)

  // Retry sends a request immediately; it fails again, so the alert stays.
  await alert
    .getByRole('button', { name: 'Retry' })
    .or(page.getByRole('button', { name: 'Retry' }))
    .first()
    .click()
  await expect(alert).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toHaveCount(0)

  await world.clearFaults()
  await expect(alert).toHaveCount(0)
  await expect(page.getByText('Back online')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'tram-displays' })).toBeVisible()
})

test('a write without a network fails immediately, and is not sent later', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/ERR_FAILED/, /Failed to fetch/)
  await world.open('first-look')
  const { uuid, name } = await world.deviceWhere('tram-displays', 'true')
  await world.visit(paths.device(uuid))
  await page.getByRole('button', { name: 'Edit name' }).click()
  await world.fault({ route: 'PATCH /*', kind: 'network', times: 1 })
  const dialog = page.getByRole('dialog', { name: 'Rename device' })
  await dialog.getByLabel('Device name').fill('never-arrived')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The platform cannot be reached. Check your connection, then retry.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('an unknown address shows the not-found page with a link to the start page [ROUTE-002, ROUTE-003, ROUTE-045]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  for (const path of ['/no/such/page', paths.notFound(), `${paths.fleets()}/17/no-such-tab`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
})

test('an id that is not a number leads one level up with a message [ROUTE-052, ROUTE-053]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  for (const [path, list] of [
    [paths.fleet('twelve'), paths.fleets()],
    [paths.application('1.5', 'block'), paths.blocks()],
  ] as const) {
    await world.visit(path)
    await expect(page).toHaveURL(list)
    await expect(page.getByText(`Invalid id passed in URL: ${path.split('/').at(-1)}`)).toHaveCount(1)
  }
  await expectAccessible(page)
})

test('a fleet or device that does not exist leads to the fleets [ROUTE-054, ROUTE-064]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  for (const id of ['999999', '99999999999999']) {
    await world.visit(paths.fleetDevices(id))
    await expect(page).toHaveURL(paths.fleets())
    await expect(page.getByText('This fleet does not exist, or you have no access to it')).toBeVisible()
  }
  await expectAccessible(page)
  for (const uuid of ['0'.repeat(32), 'no-uuid-at-all']) {
    await world.visit(paths.device(uuid))
    await expect(page).toHaveURL(paths.fleets())
    await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  }
})

test('a fleet of another organization does not exist for an outsider [ROUTE-054]', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  const fleet = await world.fleet('cold-chain-eu')
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('region', { name: 'Demo accounts' }).getByRole('button', { name: /Mel/ }).click()
  await expect(page.getByRole('button', { name: 'Account of mel' })).toBeVisible()
  await world.visit(paths.fleet(fleet))
  await expect(page).toHaveURL(paths.fleets())
  await expect(page.getByText('This fleet does not exist, or you have no access to it')).toBeVisible()
})
