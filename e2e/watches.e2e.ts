import type { Locator, Page } from 'playwright/test'
import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const bell = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).last()

/** Waits until new watches have been checked for the first time. */
async function watching(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const kept = (name: string) => {
          const key = Object.keys(localStorage).find((each) => each.endsWith(name))
          return (key === undefined ? null : localStorage.getItem(key)) ?? '{}'
        }
        const watches: unknown[] = JSON.parse(kept('.list'))
        const { known = [] }: { known?: unknown[] } = JSON.parse(kept('.progress'))
        return known.length === watches.length
      }),
    )
    .toBe(true)
}

async function setWatch(page: Page, button: string, ...names: string[]) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  for (const name of names) await dialog.getByRole('switch', { name }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await watching(page)
}

test(
  'a watched device that goes offline shows in the inbox, from where it is opened; a burst is one entry; quiet hours suppress pop-ups [OPS-070, OPS-075, OPS-076, OPS-077]',
  { tag: '@phone-release' },
  async ({ page, world, context }) => {
    await page.addInitScript(() => {
      const titles: string[] = []
      Reflect.set(globalThis, 'popped', titles)
      // Notifications are shown outside the page, so they are replaced by a fake.
      globalThis.Notification = class extends EventTarget {
        static permission: NotificationPermission = 'default'
        static async requestPermission() {
          this.permission = 'granted'
          return this.permission
        }
        close() {}
        constructor(title: string) {
          super()
          titles.push(title)
        }
      } as unknown as typeof Notification
    })
    await world.open('first-look')
    await world.setSpeed(0)
    const fleet = await world.fleet('cold-chain-eu')
    const device = await world.deviceWhere('cold-chain-eu', "overall_status eq 'operational'")
    await world.visit(paths.inbox())
    await expect(page.getByText('Events found by your watches appear here')).toBeVisible()
    await expectAccessible(page)
    await world.visit(paths.device(device.uuid))
    await setWatch(page, 'Watch this device', 'It goes offline', 'It is back online')
    await world.visit(paths.watches())
    await page.getByRole('button', { name: 'Allow notifications' }).click()
    await expect(page.getByRole('switch', { name: 'Browser notifications' })).toBeChecked()
    await expectAccessible(page)

    await world.device(device.name).lose('cloudlink')
    await world.advance('30 min')
    await expect(bell(page, 'Inbox, 1 unread')).toBeVisible()
    const popped = () => page.evaluate((): unknown => Reflect.get(globalThis, 'popped'))
    expect(await popped()).toEqual([`${device.name} went offline`])
    await bell(page, 'Inbox, 1 unread').click()
    await expect(page.getByText(`${device.name} went offline`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: `Open device: ${device.name} went offline` }).click()
    await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
    await expect(bell(page, 'Inbox')).toBeVisible()

    // During quiet hours, the inbox still gets entries.
    await world.visit(paths.watches())
    await page.getByRole('switch', { name: 'Quiet hours' }).click()
    const hour = await page.evaluate((now) => new Date(now).getHours(), (await world.clock.now()).getTime())
    await page.getByLabel('From').fill(`${String(hour).padStart(2, '0')}:00`)
    await expect(page.getByText('Quiet hours are active')).toBeVisible()
    await expectAccessible(page)
    await world.visit(paths.fleetDevices(fleet))
    await setWatch(page, 'Watch these devices', 'A device goes offline')
    const others = await world.rows(
      `/v7/device?$select=device_name&$filter=belongs_to__application eq ${fleet} and overall_status eq 'operational'&$top=4`,
    )
    // Each change reloads the page's data: too many would exceed the rate limit.
    for (const other of others) await world.device(String(other['device_name'])).lose('cloudlink')
    await world.advance('30 min')
    await expect(bell(page, 'Inbox, 1 unread')).toBeVisible()
    expect(await popped()).toHaveLength(1)

    // Another tab shows the same entries, without another pop-up.
    const tab = await context.newPage()
    await tab.goto(paths.inbox())
    await expect(tab.getByText(/^4 devices of cold-chain-eu went offline/)).toBeVisible()
    await tab.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page, 'Inbox')).toBeVisible()
    await tab.close()
    await world.advance('2 min')
    await bell(page, 'Inbox').click()
    await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('link', { name: /^Open list: 4 devices/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeAttached()
  },
)

test(
  'blocked notifications are reported, and watches are deleted [OPS-077, OPS-078]',
  { tag: '@release' },
  async ({ page, world }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await world.open('first-look', { as: 'olive' })
    const device = await world.anyDevice('cold-chain-eu')
    await world.visit(paths.device(device))
    await setWatch(page, 'Watch this device', 'It goes offline')
    await world.visit(paths.watches())
    await expect(page.getByText(/^Notifications from this site are blocked/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Delete:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete watch' }).click()
    await expect(page.getByText('Your watches appear here')).toBeVisible()
  },
)
