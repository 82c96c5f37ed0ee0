import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestCloud } from '../../../mocks/hosts/node.ts'
import { address, findHeading, openApp, TOKEN_KEY } from '../open-app.tsx'
import { factOf, findPanel, isDeviceRead, openDevice, openMoreDetails } from './open-device.tsx'

const inColdChain = "belongs_to__application/app_name eq 'cold-chain-eu'"
const steady = `${inColdChain} and overall_status eq 'operational'`
const updating = `${inColdChain} and overall_status eq 'updating'`

test('a device’s URL opens its summary [ROUTE-063, DEV-002, DEV-034]', async () => {
  const { uuid, asked } = await openDevice({ where: steady })
  await findHeading(/^[a-z]+-[a-z]+$/)
  expect(screen.getByRole('link', { name: 'Summary' }).getAttribute('aria-current')).toBe('page')
  const head = within(screen.getByRole('heading', { level: 1 }).parentElement ?? document.body)
  expect(head.getByText('Storage full, operational')).toBeVisible()
  const read = asked.find(isDeviceRead)?.url ?? ''
  expect(decodeURIComponent(read)).toContain(`uuid='${uuid}'`)
  expect(read).toContain('image_install')
})

test('the page waits for the device, its fleet, its organization and the roles [DEV-003, DEV-036]', async () => {
  const roles = Promise.withResolvers<undefined>()
  const { asked } = await openDevice({
    where: steady,
    answer: (request) =>
      request.url.includes('organization_membership')
        ? roles.promise.then(
            () => new Response('{"d":[]}', { headers: { 'content-type': 'application/json' } }),
          )
        : undefined,
  })
  await waitFor(() => expect(asked.some(({ url }) => url.includes('organization_membership'))).toBe(true))
  expect(screen.queryByRole('region', { name: 'Device' })).toBeNull()
  expect(screen.getAllByRole('status').some((status) => status.getAttribute('aria-busy') === 'true')).toBe(
    true,
  )
  roles.resolve(undefined)
  await findPanel('Device')
})

test('a missing device redirects to the start page, without an error [ROUTE-064]', async () => {
  const world = createTestCloud('first-look')
  localStorage.setItem(TOKEN_KEY, await world.token('ada'))
  await openApp('/devices/ffffffffffffffffffffffffffffffff', (request) => world.cloud.handle(request))
  await waitFor(() => expect(address()).toBe('/fleets'))
  expect(screen.queryByText(/could not be/)).toBeNull()
  world.dispose()
})

test('a frozen device is shown as part of its fleet [ROUTE-066]', async () => {
  await openDevice({ where: steady, change: { is_frozen: true } })
  await waitFor(() => expect(address()).toMatch(/^\/fleets\/\d+$/))
})

test('an undervoltage warning is shown [DEV-004]', async () => {
  await openDevice({ where: 'is_undervolted eq true' })
  expect(await screen.findByText(/This device is undervolted/)).toBeVisible()
})

test('the card shows the device, its fleet, type, state and software [DEV-005, DEV-006, DEV-007, DEV-008, DEV-009, DEV-010, DEV-011, DEV-013]', async () => {
  const { uuid } = await openDevice({ where: updating })
  const card = await findPanel('Device')
  expect(factOf('Name').textContent).toMatch(/^[a-z]+-[a-z]+$/)
  expect(within(factOf('Fleet')).getByRole('link', { name: 'cold-chain-eu' })).toBeVisible()
  expect(factOf('UUID').textContent).toContain(uuid.slice(0, 7))
  expect(factOf('Type').textContent).toBe('Raspberry Pi 4 (64-bit)')
  expect(factOf('Status').textContent).toMatch(/^Updating \d+ %$/)
  expect(factOf('Cloudlink').textContent).toMatch(/^Connected, /)
  expect(factOf('Last seen').textContent).toBe('Now')
  expect(factOf('Heartbeat').textContent).toBe('Online')
  expect(factOf('Update status').textContent).toBe('Downloading')
  // The duration is known only of an update that was observed completely.
  expect(screen.queryByText('Last update took')).toBeNull()
  await within(factOf('Host OS')).findByText('current')
  expect(factOf('Host OS').textContent).toContain('6.0.24')
  expect(factOf('Variant').textContent).toBe('Production')
  expect(factOf('Supervisor').textContent).toContain('17.0.1')
  expect(factOf('Current release').textContent).toBe('4.11.0')
  expect(factOf('Target release').textContent).toBe('4.12.1fleet')
  expect(factOf('Support access').textContent).toBe('Not granted')
  expect(factOf('Active').textContent).toBe('Yes')
  expect(factOf('Local mode').textContent).toBe('Off')
  expect(factOf('Local IP').textContent).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  expect(factOf('Public IP').textContent).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  expect(factOf('MAC').textContent).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/)
  expect(within(card).queryByText('undefined')).toBeNull()
})

test.each([
  ['prod', 'Production', 'production'],
  ['dev', 'Development', 'development'],
])('the OS variant %s has its own badge [DEV-028]', async (variant, word, line) => {
  await openDevice({ where: steady, change: { os_variant: variant } })
  await findPanel('Device')
  expect(within(factOf('Variant')).getByText(word).getAttribute('data-line')).toBe(line)
})

test.each([
  ['balenaOS 2024.7.0', true],
  ['balenaOS 2001.1.0', true],
  ['balenaOS 2000.1.0', false],
  ['balenaOS 6.0.24', false],
])('the extended support of %s is shown: %s [DEV-030, DEV-032]', async (version, extended) => {
  await openDevice({ where: steady, change: { os_version: version } })
  await findPanel('Device')
  expect(within(factOf('Host OS')).queryByText('extended support') !== null).toBe(extended)
})

test.each([
  ['6.1.0', 'next'],
  ['6.0.24', 'current'],
  ['5.3.22', 'sunset'],
  ['4.0.26', 'outdated'],
])('the release line of %s is shown: %s [DEV-029]', async (version, line) => {
  await openDevice({ where: steady, change: { os_version: `balenaOS ${version}` } })
  await findPanel('Device')
  expect(await within(factOf('Host OS')).findByText(line)).toBeVisible()
})

test('a pinned device shows that next to its target release', async () => {
  await openDevice({
    where: steady,
    before: async (cloud, { id }) => {
      const [row] = await cloud.rows(`/v7/device(${id})?$expand=is_running__release($select=id)`, 'ada')
      const [running] = (row?.['is_running__release'] ?? []) as { id: number }[]
      const body = { is_pinned_on__release: running?.id }
      await cloud.request(`/v7/device(${id})`, { method: 'PATCH', as: 'ada', body })
    },
  })
  await findPanel('Device')
  expect(within(factOf('Target release')).getByText('device pin').getAttribute('data-line')).toBe('pinned')
})

test('a device has a public URL only if it is enabled [DEV-012]', async () => {
  await openDevice({ where: steady })
  await findPanel('Device')
  expect(screen.queryByText('Public URL')).toBeNull()
})

test('an enabled public URL is shown [DEV-012]', async () => {
  const { uuid } = await openDevice({ where: steady, change: { is_web_accessible: true } })
  await findPanel('Device')
  openMoreDetails()
  const link = await screen.findByRole('link', { name: 'Open' })
  expect(link.getAttribute('href')).toBe(`https://${uuid}.devices.flotilla.test`)
})

test('the card counts and lists the tags [DEV-014]', async () => {
  await openDevice({
    where: steady,
    change: {
      device_tag: [
        { tag_key: 'site', value: 'ams' },
        { tag_key: 'rack', value: '12' },
      ],
    },
  })
  const card = await findPanel('Device')
  expect(within(card).getByText('2 tags')).toBeVisible()
  const list = within(card).getByRole('list', { name: 'Tags' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['rack: 12', 'site: ams'])
})

test('the bars show CPU, temperature, memory and storage [METRIC-001, METRIC-002, METRIC-003, METRIC-004, METRIC-008]', async () => {
  await openDevice({
    where: steady,
    change: {
      cpu_usage: 23,
      cpu_temp: 58,
      memory_usage: 1331,
      memory_total: 1945,
      storage_usage: 12_902,
      storage_total: 14_848,
      storage_block_device: '/dev/mmcblk0p6',
    },
  })
  const metrics = within(await findPanel('Metrics'))
  const words = (name: string) => metrics.getByRole('meter', { name }).getAttribute('aria-valuetext')
  expect(words('CPU')).toBe('23 %')
  expect(words('Temperature')).toBe('58 °C')
  expect(words('Memory')).toBe('1.3 GiB of 1.9 GiB')
  expect(words('Storage')).toBe('12.6 GiB of 14.5 GiB')
  expect(metrics.getByText('of 14.5 GiB, mmcblk0p6')).toBeVisible()
  expect(metrics.getAllByText('Metrics refresh every few minutes').length).toBeGreaterThan(0)
})

test.each([
  ['well up to 60 percent [METRIC-005]', 60, 'ok'],
  ['a warning above that [METRIC-006]', 60.5, 'warn'],
  ['a warning up to 80 percent [METRIC-006]', 80, 'warn'],
  ['an error above that [METRIC-007]', 80.5, 'bad'],
])('each bar is %s', async (_what, percent, tone) => {
  await openDevice({
    where: steady,
    change: {
      cpu_usage: percent,
      cpu_temp: percent,
      memory_usage: percent * 10,
      memory_total: 1000,
      storage_usage: percent * 10,
      storage_total: 1000,
    },
  })
  const bars = within(await findPanel('Metrics')).getAllByRole('meter')
  expect(bars.map((bar) => bar.querySelector('[data-tone]')?.getAttribute('data-tone'))).toEqual([
    tone,
    tone,
    tone,
    tone,
  ])
  expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(
    Array(4).fill(String(Math.round(percent))),
  )
})

const timersByHand = () =>
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })

test('a device without changes is polled every 10 s [DEV-035, METRIC-009]', async () => {
  timersByHand()
  const { asked } = await openDevice({ where: steady })
  await findPanel('Device')
  const reads = () => asked.filter(isDeviceRead).length
  const before = reads()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(reads()).toBe(before)
  await vi.advanceTimersByTimeAsync(6_500)
  await waitFor(() => expect(reads()).toBe(before + 1))
})

test('a changing device is polled every 2 s [DEV-035]', async () => {
  timersByHand()
  const { asked } = await openDevice({ where: updating })
  await findPanel('Device')
  const reads = () => asked.filter(isDeviceRead).length
  const before = reads()
  await vi.advanceTimersByTimeAsync(2_100)
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('a failed refresh is shown, and the last data stays [DEV-037]', async () => {
  timersByHand()
  const { world } = await openDevice({ where: steady })
  await findPanel('Device')
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'GET /v7/device(*', kind: 'status', status: 500 },
  })
  await vi.advanceTimersByTimeAsync(11_000)
  expect((await screen.findAllByText(/The device could not be refreshed/)).length).toBeGreaterThan(0)
  expect(factOf('Heartbeat').textContent).toBe('Online')
  await world.request('/__flotilla/faults', { method: 'DELETE' })
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(screen.queryByText(/The data shown is from/)).toBeNull())
})
