import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

// A live dashboard requests the user's picture there, which a test machine may not reach.
test.use({ expectedErrors: [/www\.gravatar\.com/] })

test('the same build signs in to a cloud on another port, and loads no code of the simulation', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await world.open('first-look')
  await page.goto(paths.fleetDevices(await world.fleet('cold-chain-eu')))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
  await expect(page.getByText('Running').first()).toBeVisible()

  expect(asked.some((url) => url.startsWith(`${world.apiUrl}/v7/device`))).toBe(true)
  const scripts = asked.filter((url) => url.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(2)
  // The React contexts for data of a simulated world; here they are empty.
  const contexts = /\/simulation-(data-context|parts)-/
  const forbidden = /mock|msw|simulat|worker|cloud|control-panel/i
  expect(scripts.filter((url) => forbidden.test(url) && !contexts.test(url))).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect(page.getByText('Simulated')).toHaveCount(0)
  await expectAccessible(page)
})

test('a reloaded page requests its data before its scripts have loaded, and nothing twice', async ({
  page,
  world,
}) => {
  await world.open('first-look')
  await page.goto(paths.fleets())
  const fleet = page.getByRole('link', { name: 'cold-chain-eu' })
  await expect(fleet).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const isScript = /\/assets\/(?!boot).*\.js$/
  await page.route(isScript, async (route) => {
    await released
    await route.continue()
  })
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().startsWith(`${world.apiUrl}/v7/`))
      reads.push(request.url())
  })
  const hasList = (url: string) => url.includes('/v7/application?$select=id,app_name')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => reads.map(decodeURIComponent).filter(hasList).length).toBe(1)
  await expect(fleet).toHaveCount(0)
  release()
  await expect(fleet).toBeVisible()
  expect(reads.map(decodeURIComponent).filter(hasList)).toHaveLength(1)

  const kept = () => page.evaluate(() => localStorage.getItem('flotilla:first-reads'))
  expect(await kept()).not.toBeNull()

  // Tampering with the stored address must not send the token there.
  const elsewhere = `${new URL(page.url()).origin}/elsewhere`
  const strays: string[] = []
  page.on('request', (request) => {
    if (request.url() === elsewhere) strays.push(request.url())
  })
  await page.evaluate((address) => {
    const reads = JSON.parse(localStorage.getItem('flotilla:first-reads') ?? '')
    for (const list of Object.values<string[]>(reads.pages)) list.unshift(address)
    localStorage.setItem('flotilla:first-reads', JSON.stringify(reads))
  }, elsewhere)
  await page.reload()
  await expect(fleet).toBeVisible()
  expect(strays).toEqual([])
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.waitForLoadState('networkidle')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await kept()).toBeNull()
})
