import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable, type OpenWorldOptions } from '../open-world.tsx'

const MINUTE = 60_000
const FLEET = 'cold-chain-eu'

const popped: { title: string; options: NotificationOptions | undefined }[] = []
let answer: NotificationPermission = 'granted'
let asked = 0

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default'
  static async requestPermission() {
    asked += 1
    FakeNotification.permission = answer
    return answer
  }
  close() {}
  constructor(title: string, options?: NotificationOptions) {
    super()
    popped.push({ title, options })
  }
}

beforeEach(() => {
  popped.length = 0
  asked = 0
  answer = 'granted'
  FakeNotification.permission = 'default'
  vi.stubGlobal('Notification', FakeNotification)
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  vi.setSystemTime(Date.parse('2026-11-20T14:00:00Z'))
})

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const press = async (name: string | RegExp) => user().click(await screen.findByRole('button', { name }))

async function aDevice(world: TestCloud): Promise<{ uuid: string; name: string }> {
  const fleet = await fleetId(world, FLEET)
  const [row] = await world.rows(
    `/v7/device?$select=uuid,device_name&$filter=belongs_to__application eq ${fleet} and overall_status eq 'operational'&$orderby=id asc&$top=1`,
    'ada',
  )
  return { uuid: String(row?.['uuid']), name: String(row?.['device_name']) }
}

const cut = (world: TestCloud, uuid: string, link: 'up' | 'down') =>
  world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link } })

/** Advances the world and the test's clock, so that the watches run. */
async function advance(world: TestCloud, minutes: number) {
  const then = world.clock.now() + minutes * MINUTE
  world.clock.advanceTo(then)
  vi.setSystemTime(then)
  await vi.advanceTimersByTimeAsync(6_000)
}

/** Waits for the first read of a new watch. */
const firstLook = () =>
  waitFor(async () => {
    // The modules of watches are loaded first, which takes real time.
    await vi.advanceTimersByTimeAsync(1_000)
    const kept = (name: string) => {
      const key = Object.keys(localStorage).find((each) => each.endsWith(name))
      return (key === undefined ? null : localStorage.getItem(key)) ?? '{}'
    }
    const watches: unknown[] = JSON.parse(kept('.list'))
    const { known = [] }: { known?: unknown[] } = JSON.parse(kept('.progress'))
    expect(known).toHaveLength(watches.length)
  })

async function watchDevice(options: OpenWorldOptions, ...wanted: string[]) {
  let device = { uuid: '', name: '' }
  const opened = await openWorld(async (world) => {
    device = await aDevice(world)
    return `/devices/${device.uuid}`
  }, options)
  await press('Watch this device')
  for (const name of wanted) await user().click(await screen.findByRole('switch', { name }))
  await press('Done')
  await firstLook()
  return { ...opened, device }
}

/** The bell with this name; the tab and the breadcrumb are also called “Inbox”. */
const bell = (name: string | RegExp) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('link', { name })
      .find((link) => link.closest('header') !== null && link.closest('nav') === null)
    if (found === undefined) throw new Error(`No bell is called ${String(name)}`)
    return found
  })
const openInbox = async () => {
  await user().click(await bell(/^Inbox/))
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
}
const rows = async () => within(await screen.findByRole('list', { name: 'Events' })).findAllByRole('listitem')

test('a watched device that goes offline and comes back marks the bell, is listed in the inbox and opened from there [OPS-070, OPS-076]', async () => {
  const { world, device, reopen } = await watchDevice({}, 'It goes offline', 'It is back online')
  await bell('Inbox')
  await cut(world, device.uuid, 'down')
  await advance(world, 30)
  await bell('Inbox, 1 unread')
  await advance(world, 5)
  await bell('Inbox, 1 unread')
  await cut(world, device.uuid, 'up')
  await advance(world, 30)
  await bell('Inbox, 2 unread')

  await openInbox()
  const [first, second] = await rows()
  expect(first?.textContent).toContain(`${device.name} is back online`)
  expect(second?.textContent).toContain(`${device.name} went offline`)
  await press(`Mark as read: ${device.name} is back online`)
  await bell('Inbox, 1 unread')
  await user().click(screen.getByRole('link', { name: `Open device: ${device.name} went offline` }))
  await screen.findByRole('heading', { level: 1, name: device.name })
  await bell(/^Inbox$/)

  cleanup()
  await reopen()
  await advance(world, 2)
  await openInbox()
  expect(await rows()).toHaveLength(2)
  await press('Clear inbox')
  await user().click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear inbox' }))
  await screen.findByText('Events found by your watches appear here')
})

/** Watches the list with this filter in the URL. */
async function watchList(options: OpenWorldOptions, query: string, ...wanted: string[]) {
  const opened = await openWorld(
    async (world) => `/fleets/${await fleetId(world, FLEET)}/devices${query}`,
    options,
  )
  await press('Watch these devices')
  for (const name of wanted) await user().click(await screen.findByRole('switch', { name }))
  await press('Done')
  await firstLook()
  return opened
}

const devicesOf = async (world: TestCloud, count: number) => {
  const fleet = await fleetId(world, FLEET)
  const found = await world.rows(
    `/v7/device?$select=uuid,device_name&$filter=belongs_to__application eq ${fleet} and overall_status eq 'operational'&$orderby=id asc&$top=${count}`,
    'ada',
  )
  return found.map((row) => ({ uuid: String(row['uuid']), name: String(row['device_name']) }))
}

test('many devices of a list that go offline are one entry, and the responses do not grow with the fleet [OPS-071, OPS-075]', async () => {
  const { world, newRequests } = await watchList({}, '', 'A device goes offline')
  for (const { uuid } of await devicesOf(world, 12)) await cut(world, uuid, 'down')
  await press('Watch these devices')
  await press('Done')
  newRequests()
  await advance(world, 30)
  await bell('Inbox, 1 unread')
  const questions = newRequests().filter((url) => url.includes('last_connectivity_event gt'))
  for (const question of questions) expect(question).toMatch(/\$top=200/)
  expect(questions.length).toBeLessThanOrEqual(2)
  await openInbox()
  const [row] = await rows()
  expect(row?.textContent).toMatch(/^12 devices of cold-chain-eu went offline/)
  expect(row?.textContent).toMatch(/and 7 more/)
  await user().click(within(row ?? document.body).getByRole('link', { name: /^Open list/ }))
  await screen.findByRole('heading', { level: 1, name: 'Devices' })
})

test('a watch uses the filter of the URL, and does not report other devices [OPS-071]', async () => {
  const { world } = await watchList({}, '?q=name%20%3D%20nobody-is-called-so', 'A device goes offline')
  const [device] = await devicesOf(world, 1)
  await cut(world, device?.uuid ?? '', 'down')
  await advance(world, 30)
  await bell('Inbox')
  await openInbox()
  await user().click(screen.getByRole('link', { name: 'Watches' }))
  await screen.findByRole('link', {
    name: 'A device goes offline in cold-chain-eu (name = nobody-is-called-so)',
  })
})

test('a watched object that is no longer visible is reported as such, and not as offline [OPS-074]', async () => {
  let hidden = false
  const { world, device } = await watchDevice(
    {
      change: (url, found) => (hidden && url.includes('/v7/device?') && url.includes('uuid in') ? [] : found),
    },
    'It goes offline',
  )
  hidden = true
  await advance(world, 2)
  await openInbox()
  const [row] = await rows()
  expect(row?.textContent).toContain(`${device.name} is no longer visible to you`)
  expect(row?.textContent).not.toContain('offline')
  await user().click(screen.getByRole('link', { name: 'Watches' }))
  await screen.findByText('No longer visible to you')
})

test('an unreachable platform causes no wrong entries; the page shows it, retries less often and continues [OPS-073, OPS-079]', async () => {
  let away = false
  let looks = 0
  const isLook = (request: Request) => readable(request.url).includes('uuid in')
  const { world } = await watchDevice(
    {
      answer: (request) => {
        if (!isLook(request)) return undefined
        looks += 1
        return away ? refuse(503) : undefined
      },
    },
    'It goes offline',
  )
  await openInbox()
  away = true
  looks = 0
  await advance(world, 2)
  await screen.findByText(/The platform cannot be reached/)
  const failed = looks
  await vi.advanceTimersByTimeAsync(15_000)
  expect(looks).toBe(failed)
  away = false
  await advance(world, 2)
  await vi.advanceTimersByTimeAsync(40_000)
  await waitFor(() => expect(screen.queryByText(/The platform cannot be reached/)).toBeNull())
  await bell('Inbox')
})

test('watches are paused, edited and deleted [OPS-078]', async () => {
  const { world, device } = await watchDevice({}, 'It goes offline')
  await openInbox()
  await user().click(screen.getByRole('link', { name: 'Watches' }))
  const name = `${device.name} goes offline`
  await press(`Pause: ${name}`)
  await screen.findByText('Paused')
  await cut(world, device.uuid, 'down')
  await advance(world, 30)
  // Events during the pause are not reported afterwards.
  await press(`Resume: ${name}`)
  await advance(world, 2)
  await bell('Inbox')

  await press(`Edit: ${name}`)
  await user().selectOptions(await screen.findByLabelText('Notify me when'), 'It is back online')
  await press('Save watch')
  await screen.findByRole('link', { name: `${device.name} is back online` })
  await firstLook()
  await cut(world, device.uuid, 'up')
  await advance(world, 30)
  await bell('Inbox, 1 unread')

  await press(`Delete: ${device.name} is back online`)
  await press('Delete watch')
  await screen.findByText('Your watches appear here')
})

test('at most twenty watches are stored, and the switch shows that [OPS-078]', async () => {
  await watchDevice({}, 'It goes offline')
  const key = Object.keys(localStorage).find((each) => /:watches\.\d+\.list$/.test(each)) ?? ''
  const [one] = JSON.parse(localStorage.getItem(key) ?? '[]') as { id: string; device: object }[]
  const many = Array.from({ length: 20 }, (_, n) => ({
    ...one,
    id: String(n).padStart(12, '0'),
    device: { uuid: `ab${n}`, name: `d${n}` },
  }))
  localStorage.setItem(key, JSON.stringify(many))
  await press('Watch this device')
  const toggle = await screen.findByRole('switch', { name: 'It goes offline' })
  expect(toggle.ariaDisabled).toBe('true')
  expect(toggle.getAttribute('aria-describedby')).not.toBeNull()
  expect(document.getElementById(toggle.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You can have at most 20 watches. Delete one first.',
  )
  await user().click(toggle)
  expect(JSON.parse(localStorage.getItem(key) ?? '[]')).toHaveLength(20)
})

test('notifications are requested only by a click, shown, and silent in quiet hours [OPS-077]', async () => {
  const { world, device } = await watchDevice({}, 'It goes offline', 'It is back online')
  await openInbox()
  await user().click(screen.getByRole('link', { name: 'Watches' }))
  await screen.findByRole('heading', { level: 1, name: 'Watches' })
  expect(asked).toBe(0)
  await press('Allow notifications')
  await screen.findByRole('switch', { name: 'Browser notifications' })
  await cut(world, device.uuid, 'down')
  await advance(world, 30)
  expect(popped.map(({ title }) => title)).toEqual([`${device.name} went offline`])

  await user().click(screen.getByRole('switch', { name: 'Quiet hours' }))
  const hour = String(new Date(world.clock.now()).getHours()).padStart(2, '0')
  const from = await screen.findByLabelText('From')
  fireEvent.change(from, { target: { value: `${hour}:00` } })
  await cut(world, device.uuid, 'up')
  await advance(world, 20)
  await bell('Inbox, 2 unread')
  expect(popped).toHaveLength(1)
  expect(asked).toBe(1)
})

test('denied notifications are shown as such, and the inbox still works [OPS-077]', async () => {
  answer = 'denied'
  const { world, device } = await watchDevice({}, 'It goes offline')
  await openInbox()
  await user().click(screen.getByRole('link', { name: 'Watches' }))
  await press('Allow notifications')
  await screen.findByText(/Notifications from this site are blocked/)
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
  await cut(world, device.uuid, 'down')
  await advance(world, 30)
  await bell('Inbox, 1 unread')
  expect(popped).toEqual([])
})

test('invalid stored entries are ignored, and another account does not see them [OPS-076]', async () => {
  const entry = {
    id: '0123456789ab',
    what: 'gone',
    watch: {
      id: '0123456789ab',
      paused: false,
      since: 0,
      kind: 'device-offline',
      device: { uuid: 'ab', name: '<img src=x onerror=alert(1)>' },
    },
    from: 0,
    to: 0,
    count: 1,
    devices: [],
    read: false,
  }
  localStorage.setItem(
    'flotilla:live:api.platform.example:watches.1.inbox',
    JSON.stringify([entry, { ...entry, count: -1 }, 'x']),
  )
  await openWorld('/inbox', { as: 'ada' })
  expect(await rows()).toHaveLength(1)
  screen.getByText(/<img src=x onerror=alert\(1\)>/)
  expect(document.querySelector('main img')).toBeNull()
  cleanup()
  await openWorld('/inbox', { as: 'olive' })
  await screen.findByText('Events found by your watches appear here')
})

test('without watches nothing is requested and no module is loaded [OPS-079]', async () => {
  const { world, newRequests } = await openWorld('/inbox')
  await screen.findByText('Events found by your watches appear here')
  newRequests()
  await advance(world, 3)
  expect(newRequests().filter((url) => url.includes('/v7/device?'))).toEqual([])
})
