import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lineKey } from '../../../src/features/device-page/logs/log-link.ts'
import { address, json } from '../open-app.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import { findPanel, openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"
const localMode = { device_config_variable: [{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }] }

// Only visible lines are rendered, and jsdom has no sizes without this.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(20)
})
afterEach(() => vi.restoreAllMocks())

const at = Date.parse('2026-11-20T14:32:07Z')
const line = (message: string, part: object = {}) => ({
  createdAt: at,
  timestamp: at,
  isSystem: false,
  isStdErr: false,
  message,
  ...part,
})

/** A stream with these lines that stays open. */
const streamOf = (lines: readonly object[]) => (request: Request) =>
  request.url.includes('stream=1')
    ? new Response(
        new ReadableStream({
          start: (controller) =>
            controller.enqueue(
              new TextEncoder().encode(lines.map((each) => `${JSON.stringify(each)}\n`).join('')),
            ),
        }),
        { headers: { 'content-type': 'application/x-ndjson' } },
      )
    : undefined

const logs = async () => within(await findPanel('Logs'))

test('the log of the device streams, with the names of services [LOG-013]', async () => {
  const { asked } = await openDevice({ where: steady })
  const panel = await logs()
  await waitFor(() =>
    expect(panel.getByRole('log').textContent).toMatch(/(sensor-hub|uplink|dashboard|watchdog)/),
  )
  expect(
    asked
      .filter(({ url }) => url.includes('stream=1'))
      .map(({ url }) => new URLSearchParams(url.split('?')[1]).get('count')),
  ).toEqual(['100'])
})

test('lines are distinguished by source, and colour sequences are rendered', async () => {
  await openDevice({
    where: steady,
    answer: streamOf([
      line('\u001b[31mred alert\u001b[0m'),
      line('\u001b[1mloud\u001b[0m'),
      line('\u001b[2mquiet\u001b[0m'),
      line('plain'),
      line('Started service', { isSystem: true }),
    ]),
  })
  const list = within(await (await logs()).findByRole('log'))
  expect((await list.findByText('red alert')).dataset).toMatchObject({ colour: 'red' })
  expect(list.getByText('loud').dataset).toMatchObject({ bold: 'true' })
  expect(list.getByText('quiet').dataset).toMatchObject({ dim: 'true' })
  expect(Object.keys(list.getByText('plain').dataset)).toEqual([])
  expect(list.getByText('Supervisor')).toBeVisible()
})

test('times are in UTC and can be hidden, which is remembered [LOG-001, LOG-009]', async () => {
  await openDevice({ where: steady, answer: streamOf([line('tick')]) })
  const panel = await logs()
  await panel.findByText('tick')
  await userEvent.click(panel.getByRole('button', { name: 'UTC' }))
  expect(panel.getByText('14:32:07')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Timestamps' }))
  expect(panel.queryByText('14:32:07')).toBeNull()
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-logs.look'))
  expect(JSON.parse(String(kept?.[1]))).toEqual({ utc: true, timestamps: false, wrap: true })
})

test('lines are filtered by service, message, time and origin [LOG-003]', async () => {
  await openDevice({
    where: steady,
    answer: streamOf([line('door closed'), line('pump on'), line('Started service', { isSystem: true })]),
  })
  const panel = await logs()
  await panel.findByText('pump on')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Origin' }), 'System only')
  expect(panel.queryByText('pump on')).toBeNull()
  expect(panel.getByText('Started service')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Clear filter' }))
  expect(panel.getByText('pump on')).toBeVisible()
  // An empty list offers to clear the filter.
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Service' }), 'uplink')
  await waitFor(() => expect(panel.queryByText('pump on')).toBeNull())
  const ways = panel.getAllByRole('button', { name: 'Clear filter' })
  expect(ways).toHaveLength(2)
  await userEvent.click(ways[1] ?? document.body)
  expect(panel.getByText('pump on')).toBeVisible()
  expect(
    within(panel.getByRole('combobox', { name: 'Service' })).getByRole('option', { name: 'uplink' }),
  ).toBeVisible()
  expect(
    within(panel.getByRole('combobox', { name: 'Time' })).getByRole('option', { name: 'Last minute' }),
  ).toBeVisible()
})

test('a message filter waits until typing pauses for half a second [LOG-010]', async () => {
  await openDevice({ where: steady, answer: streamOf([line('door closed'), line('pump on')]) })
  const panel = await logs()
  await panel.findByText('pump on')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await person.type(panel.getByRole('searchbox', { name: 'Filter messages' }), 'door')
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(panel.getByText('pump on')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(150))
  await waitFor(() => expect(panel.queryByText('pump on')).toBeNull())
  expect(panel.getByText('door closed')).toBeVisible()
})

test('a filter is saved as a view and used again [LOG-004]', async () => {
  await openDevice({
    where: steady,
    answer: streamOf([line('pump on'), line('Started service', { isSystem: true })]),
  })
  const panel = await logs()
  await panel.findByText('pump on')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Origin' }), 'System only')
  await userEvent.click(panel.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this filter as a view' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'View name' }), 'only the supervisor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await userEvent.click(panel.getByRole('button', { name: 'Clear filter' }))
  expect(await panel.findByText('pump on')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'only the supervisor' }))
  expect(panel.queryByText('pump on')).toBeNull()
})

test('the view is cleared while the stream continues [LOG-002]', async () => {
  await openDevice({ where: steady, answer: streamOf([line('pump on')]) })
  const panel = await logs()
  await panel.findByText('pump on')
  await userEvent.click(panel.getByRole('button', { name: 'Clear logs' }))
  await waitFor(() => expect(panel.queryByText('pump on')).toBeNull())
  expect(panel.getByText('Live')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Download logs' })).toBeVisible()
  expect(panel.getByRole('button', { name: 'Expand logs' })).toBeVisible()
})

test('three seconds without a line show that there are no logs yet [LOG-008]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await openDevice({ where: steady, answer: streamOf([]) })
  const panel = await logs()
  expect(panel.queryByText('No logs yet')).toBeNull()
  await vi.advanceTimersByTimeAsync(3_100)
  expect(await panel.findByText('No logs yet')).toBeVisible()
})

test('five thousand lines are kept, and the number of older ones is shown [LOG-007]', async () => {
  await openDevice({
    where: steady,
    answer: streamOf(
      Array.from({ length: 5_003 }, (_, nth) => line(nth < 3 ? 'too old' : nth === 3 ? 'oldest kept' : '-')),
    ),
  })
  const panel = await logs()
  expect(await panel.findByText(/^3 older lines are no longer shown/)).toBeVisible()
  fireEvent.change(panel.getByRole('searchbox', { name: 'Filter messages' }), { target: { value: 'old' } })
  expect(await panel.findByText('oldest kept')).toBeVisible()
  expect(panel.queryByText('too old')).toBeNull()
})

test('a broken stream is reopened after a second [LOG-016]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const opened: number[] = []
  await openDevice({
    where: steady,
    answer: (request) => {
      if (!request.url.includes('stream=1')) return undefined
      opened.push(Date.now())
      return opened.length === 1 ? Response.error() : streamOf([line('back again')])(request)
    },
  })
  const panel = await logs()
  expect(await panel.findByText(/^The log stream was interrupted/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await panel.findByText('back again')).toBeVisible()
  const [first = 0, second = 0] = opened
  expect(second - first).toBeGreaterThanOrEqual(1_000)
  expect(second - first).toBeLessThan(1_500)
})

test('a rejected stream shows that it will be reopened', async () => {
  await openDevice({
    where: steady,
    answer: (request) => (request.url.includes('stream=1') ? new Response(null, { status: 503 }) : undefined),
  })
  const panel = await logs()
  expect(await panel.findByText('Reconnecting')).toBeVisible()
  expect(panel.getByText(/The log stream was interrupted/)).toBeVisible()
})

test('in local mode there are no logs and filters [LOG-005, LOG-006]', async () => {
  const { asked } = await openDevice({ where: steady, change: localMode })
  const panel = await logs()
  expect(panel.getByText(/Logs are not available in local mode/)).toBeVisible()
  expect(panel.queryByRole('combobox')).toBeNull()
  expect(asked.some(({ url }) => url.includes('/logs'))).toBe(false)
})

test('a browser that cannot save files disables the download with a reason [LOG-012]', async () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: undefined }))
  await openDevice({ where: steady })
  const button = (await logs()).getByRole('button', { name: 'Download logs' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This browser cannot save files',
  )
})

test('a download contains all lines that the platform has stored [LOG-015]', async () => {
  const saved = captureSavedFiles()
  const { asked } = await openDevice({ where: steady })
  await userEvent.click((await logs()).getByRole('button', { name: 'Download logs' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^cold-chain-eu_[a-z]+-[a-z]+-\d{4}-\d\d-\d\d\.txt$/)
  expect(await saved[0]?.blob.text()).toMatch(/^\d{4}-\d\d-\d\dT\S+ \[[a-z-]+\] /i)
  expect(asked.some(({ url }) => url.includes('/logs?count=all'))).toBe(true)
})

test('lines whose time is none are shown without one, in the panel and in the downloaded file [LOG-015]', async () => {
  const saved = captureSavedFiles()
  const odd = [
    { timestamp: 1_763_647_240_000_000_000, message: 'nanoseconds' },
    { timestamp: 'yesterday', message: 'a text' },
    { timestamp: null, message: 'no time' },
    { timestamp: { at: 1 }, message: 'an object' },
    { timestamp: 1e308, message: 'a huge number' },
    { message: 'nothing' },
    { timestamp: at, message: 'Downloading 10%\rDownloading 100%' },
    { timestamp: at, message: 7 },
    {},
    null,
    'text',
  ]
  await openDevice({
    where: steady,
    answer: (request) =>
      streamOf(odd as object[])(request) ?? (request.url.includes('count=all') ? json(odd) : undefined),
  })
  const panel = await logs()
  const list = within(await panel.findByRole('log'))
  for (const message of ['nanoseconds', 'a text', 'no time', 'an object', 'a huge number', 'nothing']) {
    const row = (await list.findByText(message)).closest('div')
    expect(row?.querySelector('time')?.textContent, message).toBe('–')
    expect(row?.querySelector('time')?.hasAttribute('datetime'), message).toBe(false)
  }
  const redrawn = list.getByText('Downloading 100%').closest('div')
  expect(redrawn?.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T14:32:07.000Z')
  // The rest of the page is there.
  await findPanel('Metrics')
  await userEvent.click(panel.getByRole('button', { name: 'Download logs' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const file = (await saved[0]?.blob.text()) ?? ''
  expect(file).toMatch(/^– \[[^\]]+\] nanoseconds\n– \[[^\]]+\] a text\n/)
  expect(file).toMatch(/\n2026-11-20T14:32:07\.000Z \[[^\]]+\] Downloading 100%\n/)
  expect(file).not.toMatch(/undefined|NaN|\[object/)
})

test('a failed download is shown as an error toast, and in the panel [LOG-019]', async () => {
  const saved = captureSavedFiles()
  await openDevice({
    where: steady,
    answer: (request) =>
      request.url.includes('count=all') ? new Response(null, { status: 500 }) : undefined,
  })
  await userEvent.click((await logs()).getByRole('button', { name: 'Download logs' }))
  expect(await screen.findAllByText('The logs could not be downloaded')).toHaveLength(2)
  expect(saved).toEqual([])
})

test('a cancelled download is not shown as a failure [LOG-018]', async () => {
  captureSavedFiles()
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('Write data discarded')
  })
  await openDevice({ where: steady })
  const download = (await logs()).getByRole('button', { name: 'Download logs' })
  await userEvent.click(download)
  await waitFor(() => expect(made).toHaveBeenCalled())
  await waitFor(() => expect(download.getAttribute('aria-busy')).not.toBe('true'))
  expect(screen.queryByText('The logs could not be downloaded')).toBeNull()
})

test('expanded logs fill the area and hide the terminal [DEV-021, DEV-022]', async () => {
  await openDevice({ where: steady })
  await findPanel('Metrics')
  await findPanel('Terminal')
  await userEvent.click((await logs()).getByRole('button', { name: 'Expand logs' }))
  await waitFor(() => expect(address()).toMatch(/\?panel=logs$/))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Terminal' })).toBeNull())
  await userEvent.click((await logs()).getByRole('button', { name: 'Shrink logs' }))
  await findPanel('Terminal')
  expect(address()).not.toContain('panel')
})

test('only the user’s scrolling stops following, not measuring lines or resizing', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000)
  await openDevice({ where: steady, answer: streamOf([line('door open'), line('pump on')]) })
  const panel = await logs()
  await panel.findByText('pump on')
  const list = panel.getByRole('log')
  const isHeld = () => panel.queryByRole('button', { name: /^Follow$|new lines?$/ }) !== null
  const scrollTo = (top: number) => {
    list.scrollTop = top
    fireEvent.scroll(list)
  }
  scrollTo(600)
  scrollTo(300)
  expect(isHeld()).toBe(false)

  fireEvent.wheel(list, { deltaY: -40 })
  // The event of the list's own scrolling arrives late.
  scrollTo(600)
  expect(isHeld()).toBe(true)
  fireEvent.wheel(list, { deltaY: -40 })
  scrollTo(200)
  fireEvent.wheel(list, { deltaY: 400 })
  scrollTo(600)
  expect(isHeld()).toBe(false)
})

test('a search marks the matches and moves between them', async () => {
  await openDevice({
    where: steady,
    answer: streamOf([line('door open'), line('pump on'), line('Door closed'), line('pump off')]),
  })
  const panel = await logs()
  await panel.findByText('pump off')
  await userEvent.click(panel.getByRole('button', { name: 'Search in logs' }))
  const field = panel.getByRole('searchbox', { name: 'Search in the lines' })
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'door')
  expect(await panel.findByText('2 of 2')).toBeVisible()
  const marks = () => [...panel.getByRole('log').querySelectorAll('mark')].map((mark) => mark.textContent)
  expect(marks()).toEqual(['door', 'Door'])
  await userEvent.keyboard('{Enter}')
  expect(await panel.findByText('1 of 2')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Follow' })).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Previous match' }))
  expect(await panel.findByText('2 of 2')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Close search' }))
  expect(marks()).toEqual([])
})

test('a line is selected by click or key, and copied as in the file', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(async () => {})
  await openDevice({ where: steady, answer: streamOf([line('door open'), line('pump on')]) })
  const panel = await logs()
  await userEvent.click(await panel.findByText('door open'))
  const chosen = () => within(panel.getByRole('group', { name: /^Selected line: / }))
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
  await userEvent.click(chosen().getByRole('button', { name: 'Copy line' }))
  expect(copied).toHaveBeenCalledWith('2026-11-20T14:32:07.000Z [Device] door open')

  panel.getByRole('log').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(panel.getByRole('group', { name: /pump on$/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(panel.queryByRole('group', { name: /^Selected line: / })).toBeNull()
})

test('a link to a line opens the page with that line, even if only the history has it', async () => {
  const old = line('the day before', { createdAt: at - 1_000, timestamp: at - 1_000 })
  const answer = (request: Request) => {
    if (!request.url.includes('/logs?')) return undefined
    return request.url.includes('stream=1')
      ? streamOf([line('door open')])(request)
      : new Response(JSON.stringify([old, line('door open')]), {
          headers: { 'content-type': 'application/json' },
        })
  }
  const { asked } = await openDevice({ where: steady, search: `?panel=logs&line=${lineKey(old)}`, answer })
  const panel = await logs()
  expect(await panel.findByRole('group', { name: /the day before$/ })).toBeVisible()
  expect(panel.getAllByText('door open')).toHaveLength(1)
  expect(panel.getByRole('button', { name: 'Follow' })).toBeVisible()
  expect(asked.filter(({ url }) => url.includes('/logs?count=all'))).toHaveLength(1)

  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async () => {})
  await userEvent.click(panel.getByRole('button', { name: 'Copy link to line' }))
  expect(copied.mock.calls[0]?.[0]).toMatch(new RegExp(`^http.*panel=logs&line=${lineKey(old)}$`))
})

test('a linked line that no longer exists is reported', async () => {
  await openDevice({ where: steady, search: '?panel=logs&line=1-gone' })
  expect(await (await logs()).findByText(/no longer stored by the platform/)).toBeVisible()
})

test('wrapping of long lines can be switched, and is remembered', async () => {
  await openDevice({ where: steady, answer: streamOf([line('tick')]) })
  const panel = await logs()
  await userEvent.click(panel.getByRole('button', { name: 'Wrap' }))
  expect(panel.getByRole('button', { name: 'Wrap' }).getAttribute('aria-pressed')).toBe('false')
  expect(panel.getByRole('log').dataset.wrap).toBeUndefined()
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-logs.look'))
  expect(JSON.parse(String(kept?.[1]))).toMatchObject({ wrap: false })
})
