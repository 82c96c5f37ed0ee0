import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'

// A live dashboard requests the user's picture there, which a test machine may not reach.
test.use({ expectedErrors: [/www\.gravatar\.com/] })

test('over HTTP, a user signs in, opens a device, changes it, and follows its logs and a shell [SIGNIN-012]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/status of 401/)
  await world.open('first-look', { as: null })
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Demo accounts' })).toHaveCount(0)
  await expectAccessible(page)
  await signIn(page, 'ada', 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await signIn(page, 'ada')

  await page.getByRole('link', { name: 'cold-chain-eu' }).click()
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  const rows = page.getByRole('table', { name: 'Devices of this fleet' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(48)
  const { name } = await world.deviceWhere('cold-chain-eu', "overall_status eq 'operational'")
  await rows.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByLabel('Device name').fill('renamed-over-http')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'renamed-over-http' })).toBeVisible()

  const newest = page.getByRole('log').locator('time').last()
  const before = (await newest.getAttribute('datetime')) ?? ''
  await world.advance('2 min')
  await expect.poll(async () => ((await newest.getAttribute('datetime')) ?? '') > before).toBe(true)

  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openTerminal(page)
  await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
  await page.getByRole('button', { name: 'Start session' }).click()
  await expect(page.getByRole('button', { name: 'Host OS, connected', exact: true })).toBeVisible()
  const screen = page.getByRole('region', { name: 'Terminal on Host OS' })
  await expect(screen.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('df -h')
  await page.keyboard.press('Enter')
  await expect(screen).toContainText('mmcblk0p6')
  expect(sockets.map((url) => new URL(url).host)).toEqual([new URL(world.apiUrl).host])
  await expectAccessible(page)
})

test('over HTTP, an interrupted log stream and a disconnected terminal reconnect [TERM-013]', async ({
  page,
  world,
  causedErrors,
}) => {
  causedErrors.push(/ERR_INCOMPLETE_CHUNKED_ENCODING/)
  await world.open('first-look')
  await page.goto(paths.device(await world.anyDevice('cold-chain-eu')))
  await expect(page.getByRole('log')).toContainText('sensor-hub')
  const streams: string[] = []
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url())
    if (searchParams.get('stream') === '1') streams.push(searchParams.get('count') ?? '')
  })
  await world.fault({ route: 'GET /device/v2/*', kind: 'drop-stream', times: 1 })
  await expect.poll(() => streams).toEqual(['0'])

  await openTerminal(page)
  await page.getByRole('combobox', { name: 'Target' }).selectOption('Host OS')
  await page.getByRole('button', { name: 'Start session' }).click()
  const connected = page.getByRole('button', { name: 'Host OS, connected', exact: true })
  await expect(connected).toBeVisible()
  await world.fault({ route: '* /terminal', kind: 'drop-socket', times: 1 })
  await expect(page.getByRole('region', { name: 'Terminal on Host OS' })).toContainText('Reconnecting...')
  await expect(connected).toBeVisible()
})

test('asks about cookies once; essential cookies cannot be disabled [SHELL-023, SHELL-024]', async ({
  page,
  world,
}) => {
  await world.open('first-look', { asksAboutCookies: true })
  const banner = page.getByRole('region', { name: 'Cookies' })
  const essential = banner.getByRole('checkbox', { name: 'Essential cookies' })
  await expect(essential).toBeChecked()
  await expect(essential).toBeDisabled()
  await expect(essential).toHaveAccessibleDescription('Essential cookies are always on')
  await banner.getByText('Analytics cookies', { exact: true }).click()
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Save choice' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleets' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
