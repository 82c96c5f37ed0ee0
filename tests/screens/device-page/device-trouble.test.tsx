import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FAILURE_EVENT } from '../../../src/features/device-page/report-failure.ts'
import { toneOf } from '../looks.ts'
import { json } from '../open-app.tsx'
import { factOf, findPanel, isDeviceRead, openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const SECONDS = 1000

const wrong = async () => within(await findPanel('Issues'))

test('a healthy device has no issues', async () => {
  await openDevice({ where: steady, change: { memory_usage: 1, storage_usage: 1, cpu_temp: 40 } })
  await findPanel('Device')
  expect(screen.queryByRole('region', { name: 'Issues' })).toBeNull()
})

test('a device with an issue is not called operational first, and not in green', async () => {
  await openDevice({ where: steady, change: { storage_usage: 970, storage_total: 1_000 } })
  // In the title and among the facts.
  const states = await screen.findAllByText('Storage full, operational')
  expect(states.map(toneOf)).toEqual(['bad', 'bad'])
  expect(screen.queryByText('Operational')).toBeNull()
})

test.each([
  [
    'is away',
    {
      overall_status: 'disconnected',
      is_online: false,
      is_connected_to_vpn: false,
      last_connectivity_event: ago(3_600_000),
    },
    /^This device is offline/,
    ['View history', /\/history$/],
    'warn',
  ],
  [
    'rejected its update',
    { update_status: 'rejected' },
    /^This device rejected release \d/,
    ['Choose another release', /\/settings$/],
    'bad',
  ],
  [
    'is held by an update lock',
    { update_status: 'downloaded', last_update_status_event: ago(120_000) },
    /is waiting for an update lock$/,
    ['Override lock', /\/config$/],
    'warn',
  ],
  [
    'has a full storage',
    { storage_usage: 970, storage_total: 1_000 },
    /^The storage of this device is 97\s?% full$/,
    ['Purge data', /\/actions$/],
    'bad',
  ],
  [
    'cannot be reached by cloudlink',
    {
      overall_status: 'reduced-functionality',
      is_connected_to_vpn: false,
      last_connectivity_event: ago(3_600_000),
    },
    /^The VPN of this device is disconnected$/,
    ['View history', /\/history$/],
    'warn',
  ],
] as const)(
  'a device that %s shows the cause and the remedy at the top',
  async (_what, change, cause, [remedy, place], tone) => {
    await openDevice({ where: steady, change })
    const region = await wrong()
    expect(toneOf(region.getByText(cause))).toBe(tone)
    expect(region.getByRole('link', { name: remedy }).getAttribute('href')).toMatch(place)
  },
)

/** The image install of a service in the device's response. */
const uplink = (status: string | undefined) => ({
  id: 1,
  status,
  download_progress: null,
  install_date: ago(3_600_000),
  installs__image: [{ id: 2, is_a_build_of__service: [{ id: 3, service_name: 'uplink' }] }],
  is_provided_by__release: [{ id: 4, commit: 'abc', raw_version: '4.11.0' }],
})

test('a crash-looping service is shown as the cause, with its log', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  const statuses = ['Running', 'exited', 'Running', 'exited']
  await openDevice({
    where: steady,
    change: {
      get image_install() {
        return [uplink(statuses.length > 1 ? statuses.shift() : statuses[0])]
      },
    },
  })
  await findPanel('Device')
  const cause = () => screen.queryByText(/^uplink /)?.textContent
  expect(cause()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(cause()).toBe('uplink is not running'))
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(cause()).toBeUndefined())
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(cause()).toBe('uplink keeps restarting'))
  expect((await wrong()).getByRole('link', { name: 'View logs' }).getAttribute('href')).toMatch(
    /\?panel=logs$/,
  )
})

test('support access is shown as expired when its time comes, not at the next poll', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  const until = new Date(Date.now() + 3 * SECONDS).toISOString()
  const { asked } = await openDevice({
    where: steady,
    change: { is_accessible_by_support_until__date: until },
  })
  await findPanel('Device')
  expect(factOf('Support access').textContent).toMatch(/^Granted until/)
  const reads = () => asked.filter(isDeviceRead).length
  const before = reads()
  await vi.advanceTimersByTimeAsync(6 * SECONDS)
  await waitFor(() => expect(factOf('Support access').textContent).toMatch(/^Expired/))
  expect(reads()).toBe(before)
})

test('the releases of the card and of each service link to their pages', async () => {
  await openDevice({ where: steady })
  await findPanel('Device')
  const release = /^\/fleets\/\d+\/releases\/\d+$/
  for (const field of ['Current release', 'Target release'])
    expect(within(factOf(field)).getByRole('link', { name: /^\d/ }).getAttribute('href')).toMatch(release)
  const service = within(within(await findPanel('Services')).getByRole('listitem', { name: 'uplink' }))
  expect(service.getByRole('link').getAttribute('href')).toMatch(release)
})

/** Captures the errors that the page reports to the deployment. */
function captureReports() {
  const reports: unknown[] = []
  window.addEventListener(FAILURE_EVENT, (event) => reports.push((event as CustomEvent<unknown>).detail))
  return reports
}

test('a failed query is shown with a prefix, and reported only where required [DEV-038]', async () => {
  const reports = captureReports()
  const failing = (path: RegExp) => (request: Request) =>
    path.test(new URL(request.url).pathname) ? json('it is asleep', 500) : undefined
  await openDevice({ where: steady, search: '/diagnostics', answer: failing(/\/checks$/) })
  expect(await screen.findByText('Failed query check: it is asleep')).toBeVisible()
  expect(reports).toEqual([{ kind: 'server', status: 500 }])
})

test('a supervisor state that fails to load is shown with its prefix and not reported [DEV-038]', async () => {
  const reports = captureReports()
  await openDevice({
    where: steady,
    search: '/diagnostics/supervisor',
    answer: (request) =>
      new URL(request.url).pathname === '/supervisor/v1/device' ? json('it is asleep', 500) : undefined,
  })
  expect(await screen.findByText('Supervisor Current State error: it is asleep')).toBeVisible()
  expect(reports).toEqual([])
})
