import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openTerminal } from './terminal-dock.ts'
import type { World } from './world.ts'

async function openDevice(page: Page, world: World) {
  await world.open('first-look')
  const device = await world.deviceWhere('cold-chain-eu', "overall_status eq 'operational'")
  await world.visit(paths.device(device.uuid))
  await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
  return device
}

/** Opens a session from the picker, which must be visible. The terminal then has the focus. */
async function startSession(page: Page, target: string, title = target): Promise<Locator> {
  await openTerminal(page)
  await page.getByRole('combobox', { name: 'Target' }).selectOption(target)
  await page.getByRole('button', { name: 'Start session' }).click()
  await expect(tab(page, `${title}, connected`)).toBeVisible()
  const screen = page.getByRole('region', { name: `Terminal on ${title}`, exact: true })
  await expect(screen.getByRole('textbox')).toBeFocused()
  return screen
}

const tab = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Terminal sessions' }).getByRole('button', { name, exact: true })

async function run(page: Page, command: string) {
  await page.keyboard.type(command)
  await page.keyboard.press('Enter')
}

test(
  'a shell on the host is executed by the device [TERM-001, TERM-003, TERM-004, TERM-009, TERM-011, TERM-025, TERM-041, TERM-042]',
  { tag: '@firefox' },
  async ({ page, world }) => {
    const { name, uuid } = await openDevice(page, world)
    await openTerminal(page)
    const start = page.getByRole('button', { name: 'Start session' })
    await expect(start).toBeDisabled()
    await expect(start).toHaveAccessibleDescription('Choose a target first')
    await expect(page.getByText(/Browser extensions may interfere/)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Target' }).getByRole('option')).toHaveText([
      'Choose a target',
      'Host OS',
      'dashboard',
      'sensor-hub',
      'uplink',
      'watchdog',
    ])

    const screen = await startSession(page, 'Host OS')
    await expect(screen).toContainText(`Connecting to ${name}...`)
    await expect(screen).toContainText('Spawning shell...')
    await run(page, 'uptime')
    await expect(screen).toContainText(/up .*load average: [\d.]+, [\d.]+, [\d.]+/)
    await run(page, 'clear')
    await run(page, 'df -h')
    await expect(screen).toContainText(/Filesystem.*mmcblk0p6/)
    await run(page, 'clear')
    await run(page, 'ps aux | grep -E "balenad|NetworkManager"')
    await expect(screen).toContainText(/root\s+\d+\s.*NetworkManager.*root\s+\d+\s.*balenad/)
    await run(page, 'clear')
    await run(page, 'hostname')
    await expect(screen).toContainText(uuid.slice(0, 7))
    await expectAccessible(page)
  },
)

test('a shell in a service knows its service, and reports an unknown command [TERM-004]', async ({
  page,
  world,
}) => {
  await openDevice(page, world)
  const screen = await startSession(page, 'uplink')
  await run(page, 'env | grep SERVICE_NAME')
  await expect(screen).toContainText('BALENA_SERVICE_NAME=uplink')
  await run(page, 'clear')
  await run(page, 'no-such-command')
  await expect(screen).toContainText(/no-such-command.*not found/)
  await run(page, 'exit')
  await expect(screen).toContainText('SSH session disconnected')
})

test('two sessions run side by side; the inactive one indicates new output [TERM-001, TERM-002, TERM-006, TERM-008, TERM-021, TERM-022, TERM-023]', async ({
  page,
  world,
}) => {
  await openDevice(page, world)
  const host = await startSession(page, 'Host OS')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByRole('combobox', { name: 'Target' })).toBeVisible()
  const second = await startSession(page, 'Host OS', 'Host OS 2')
  await expect(host).toBeHidden()
  await expectAccessible(page)

  // Its output arrives after the other tab is selected.
  await run(page, 'sleep 1; echo finished')
  await tab(page, 'Host OS, connected').click()
  await expect(host.getByRole('textbox')).toBeFocused()
  await expect(async () => {
    await world.advance('2 s')
    await expect(tab(page, 'Host OS 2, connected, new output')).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)
  await tab(page, 'Host OS 2, connected, new output').click()
  await expect(second).toContainText('finished')
  await expect(tab(page, 'Host OS 2, connected')).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: 'Close session Host OS', exact: true }).click()
  await expect(second).toBeVisible()
  await page.getByRole('button', { name: 'Close session Host OS 2' }).click()
  await expect(page.getByRole('combobox', { name: 'Target' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Terminal sessions' })).toHaveCount(0)
})

test('a connection lost once is restored with a message [TERM-013, TERM-042]', async ({ page, world }) => {
  await openDevice(page, world)
  const screen = await startSession(page, 'Host OS')
  await world.fault({ route: '* /terminal', kind: 'drop-socket', times: 1 })
  await expect(screen).toContainText('Reconnecting...')
  await expect(tab(page, 'Host OS, connected')).toBeVisible()
  await expect(screen).toContainText('Reconnected')
  await run(page, 'uname -s')
  await expect(screen).toContainText('Linux')
})

test('a connection lost five times is restored; lost once more it has failed, and can be restarted [TERM-007, TERM-012, TERM-014, TERM-033, TERM-042]', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await openDevice(page, world)
  const screen = await startSession(page, 'Host OS')
  /** Reconnections are two seconds apart: advances the clock of the page by that. */
  const soon = (state: string) =>
    expect(async () => {
      await page.clock.fastForward(2000)
      await expect(tab(page, `Host OS, ${state}`)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })

  await world.fault({ route: '* /terminal', kind: 'drop-socket', times: 5 })
  await expect(screen).toContainText('Disconnected')
  await soon('connected')
  await expect(screen).toContainText('Reconnected')
  await world.fault({ route: '* /terminal', kind: 'drop-socket', times: 6 })
  await expect(tab(page, 'Host OS, connecting')).toBeVisible()
  await soon('failed')
  await expect(screen).toContainText('Reconnect failed')
  await expectAccessible(page)

  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect(tab(page, 'Host OS, connected')).toBeVisible()
  await expect(screen.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a session waits for a device that goes offline, and continues when it is back online [TERM-019, TERM-044]', async ({
  page,
  world,
}) => {
  const { name } = await openDevice(page, world)
  await startSession(page, 'Host OS')
  await world.device(name).lose('cloudlink')
  await expect(tab(page, 'Host OS, connecting')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByText('VPN is not connected, so the terminal is unavailable').first()).toBeVisible()
  await expectAccessible(page)

  await world.device(name).regain('cloudlink')
  // The tab is inactive, so the prompt counts as new output.
  await expect(tab(page, 'Host OS, connected, new output')).toBeVisible({ timeout: 20_000 })
})

test('the keyboard can enter and leave the terminal', async ({ page, world }) => {
  await openDevice(page, world)
  const screen = await startSession(page, 'Host OS')
  await page.keyboard.press('Tab')
  await expect(screen.getByRole('textbox')).toBeFocused()
  await expect(screen.getByText('Press F6 to leave the terminal.')).toBeVisible()
  await page.keyboard.press('F6')
  await expect(screen.getByRole('textbox')).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(screen.getByRole('textbox')).toBeFocused()

  const mode = page.getByRole('button', { name: 'Screen reader mode' })
  await mode.click()
  await expect(mode).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
})

test('program output only affects the screen: no scripts, clipboard or title', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDevice(page, world)
  const title = await page.title()
  const screen = await startSession(page, 'Host OS')
  await page.evaluate(() => navigator.clipboard.writeText('mine'))
  await page.evaluate(() => {
    window.open = (address) => {
      document.body.dataset.opened = String(address)
      return null
    }
  })
  const link = (address: string, words: string) => String.raw`\033]8;;${address}\033\\${words}\033]8;;\033\\`
  await run(page, 'clear')
  await run(page, `printf '${link('javascript:alert(document.domain)', 'press-me')}\\n'`)
  await run(page, `printf '${link('https://docs.example/', 'read-me')}\\n'`)
  await run(page, String.raw`printf '\033]52;c;ZXZpbA==\a\033]2;owned\a\033]0;owned\a'`)
  await run(
    page,
    String.raw`echo -e '\033]2;owned\a\033[31mred\033[0m' > /tmp/evil; cat /tmp/evil; echo done-$HOME`,
  )
  const rows = screen.locator('.xterm-rows > div')
  const line = (words: string) => rows.filter({ hasText: new RegExp(`^${words}\\s*$`) })
  await expect(line('red')).toBeVisible()
  await expect(line('done-/\\S*')).toBeVisible()
  /** The emulator handles the pointer before rendering, and detects links on pointer moves. */
  const press = async (words: string, leads: boolean) => {
    // The row stays in place, but its characters are rendered again when the pointer moves near.
    const box = await line(words).boundingBox()
    if (box === null) throw new Error(`${words} is not on the screen`)
    const [x, y] = [box.x + 30, box.y + box.height / 2]
    await page.mouse.move(x - 4, y)
    await page.mouse.move(x, y, { steps: 3 })
    if (leads) await expect(screen.locator('.xterm-cursor-pointer')).toBeVisible()
    await page.mouse.click(x, y)
  }
  await press('press-me', false)
  await expect(page.locator('body')).not.toHaveAttribute('data-opened')
  await press('read-me', true)
  await expect(page.locator('body')).toHaveAttribute('data-opened', 'https://docs.example/')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
  expect(await page.title()).toBe(title)
})

test('pasting several lines requires a confirmation that shows them', async ({ page, world, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDevice(page, world)
  const screen = await startSession(page, 'Host OS')
  const paste = async (text: string) => {
    await page.evaluate((given) => navigator.clipboard.writeText(given), text)
    await page.keyboard.press('Control+Shift+V')
  }
  await run(page, 'clear')
  await paste('echo one line')
  await page.keyboard.press('Enter')
  await expect(screen.locator('.xterm-rows')).toContainText('one line')

  const question = page.getByRole('dialog', { name: 'Paste 2 lines?' })
  await paste('echo first-$HOME\necho second-$HOME\n')
  await expect(question).toContainText('echo second-$HOME')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(screen.getByRole('textbox')).toBeFocused()
  await paste('echo first-$HOME\necho second-$HOME\n')
  await question.getByRole('button', { name: 'Paste' }).click()
  await expect(screen.locator('.xterm-rows')).toContainText('second-/')
})

test('the page stays responsive during ten megabytes of output', async ({ page, world }) => {
  await openDevice(page, world)
  const screen = await startSession(page, 'Host OS')
  await page.evaluate(() => {
    let longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      document.body.dataset.longest = String(longest)
    }).observe({ type: 'longtask' })
  })
  await run(page, String.raw`printf '%10000000s\n' x; echo all-of-it-$HOME`)
  await page.getByRole('button', { name: 'Terminal options' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(screen.locator('.xterm-rows')).toContainText('all-of-it-/')
  expect(Number((await page.locator('body').getAttribute('data-longest')) ?? 0)).toBeLessThan(1500)
})
