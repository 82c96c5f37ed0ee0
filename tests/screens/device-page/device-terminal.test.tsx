import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TerminalTab, TerminalTabs } from '../../../src/features/device-page/terminal/terminal-tabs.ts'
import { address } from '../open-app.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import { findPanel, openDevice } from './open-device.tsx'
import { socketsOf, type TerminalLine } from './terminal-line.ts'

const inColdChain = "belongs_to__application/app_name eq 'cold-chain-eu'"
const steady = `${inColdChain} and overall_status eq 'operational'`
const localMode = { device_config_variable: [{ name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }] }

const line = vi.hoisted((): TerminalLine => ({ world: undefined, opened: [], sent: [] }))
vi.mock('socket.io-client', async (original) => ({
  ...(await original<typeof import('socket.io-client')>()),
  io: (...args: Parameters<ReturnType<typeof socketsOf>>) => socketsOf(line)(...args),
}))

vi.mock('../../../src/features/device-page/terminal/RecordingPlayer.tsx', () => ({
  RecordingPlayer: ({ cast }: { cast: { title: string } }) => <p>Recording of {cast.title}</p>,
}))

// The terminal emulator needs a canvas, which jsdom does not have; its text is enough.
vi.mock('../../../src/features/device-page/terminal/TerminalScreen.tsx', () => ({
  TerminalScreen({ tabs, tab, shown }: { tabs: TerminalTabs; tab: TerminalTab; shown: boolean }) {
    const [text, setText] = useState('')
    useEffect(() => tabs.attach(tab.id, (more) => setText((before) => before + more)), [tabs, tab.id])
    return (
      <>
        <pre aria-label={shown ? 'screen' : 'other screen'} role="document">
          {text}
        </pre>
        <input
          aria-label="keys"
          onKeyDown={(event) => tab.session.send(event.key === 'Enter' ? '\r' : event.key)}
        />
      </>
    )
  },
}))

beforeEach(() => {
  line.world = undefined
  line.opened = []
  line.sent = []
  line.isSilent = false
})

const terminal = async () => within(await findPanel('Terminal'))
type Panel = Awaited<ReturnType<typeof terminal>>

async function openTerminal(options: Partial<Parameters<typeof openDevice>[0]> = {}) {
  const opened = await openDevice({ where: steady, ...options })
  line.world = opened.world
  const panel = await terminal()
  const toggle = panel.getByRole('button', { name: 'Terminal' })
  if (toggle.getAttribute('aria-expanded') === 'false') await userEvent.click(toggle)
  await panel.findByRole('combobox', { name: 'Target' })
  return { ...opened, panel }
}

async function startSession(panel: Panel, target: string) {
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), target)
  const start = panel.getByRole('button', { name: 'Start session' })
  await waitFor(() => expect(start.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(start)
}

const toneOf = (tab: HTMLElement) => tab.querySelector('[data-tone]')?.getAttribute('data-tone')

const screenText = (panel: Panel) => panel.getByRole('document', { name: 'screen' }).textContent

function reasonOf(panel: Panel): string | undefined {
  const start = panel.getByRole('button', { name: 'Start session' })
  return document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent
}

test('the picker lists the host and all services, and warns about extensions [TERM-003, TERM-004, TERM-009, TERM-026]', async () => {
  const { panel } = await openTerminal()
  const options = within(panel.getByRole('combobox', { name: 'Target' })).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose a target',
    'Host OS',
    'dashboard',
    'sensor-hub',
    'uplink',
    'watchdog',
  ])
  expect(panel.getByText(/Browser extensions may interfere with the web terminal/)).toBeVisible()
  expect(reasonOf(panel)).toBe('Choose a target first')
})

test('the search is disabled until a session is open', async () => {
  const { panel } = await openTerminal()
  const search = () => panel.getByRole('button', { name: 'Search in terminal' })
  expect(search()).toHaveAccessibleDescription('No session is open')
  await userEvent.click(search())
  expect(search().getAttribute('aria-pressed')).toBe('false')
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  expect(search()).not.toHaveAttribute('aria-disabled')
})

test('the host shell opens after an access check on the platform [TERM-030, TERM-041, TERM-042]', async () => {
  const { panel, asked, uuid } = await openTerminal()
  expect(asked.some(({ url }) => url.startsWith('/access/v1/hostos/'))).toBe(false)
  await startSession(panel, 'Host OS')
  expect(asked.some(({ url }) => url === `/access/v1/hostos/${uuid}`)).toBe(true)
  await panel.findByRole('button', { name: 'Host OS, connected' })
  await waitFor(() =>
    expect(screenText(panel)).toMatch(/^.*Connecting to [a-z]+-[a-z]+\.\.\.[^]*Spawning shell[^]*root@/),
  )
})

test('the socket connects to the terminal host with token, device and credentials [TERM-031, TERM-032, TERM-035, TERM-036, TERM-037]', async () => {
  const { panel, uuid } = await openTerminal()
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  const token = localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('token')) ?? '')
  expect(line.opened[0]).toMatchObject({
    url: 'wss://terminal.platform.example',
    options: { query: { uuid }, auth: { token }, withCredentials: true },
  })
  await userEvent.type(panel.getByRole('textbox', { name: 'keys' }), 'h')
  expect(new Set(line.sent)).toEqual(new Set(['authentication', 'ssh connect', 'resize', 'data']))
})

test('a shell uses the state of the device', async () => {
  const { panel } = await openTerminal()
  await startSession(panel, 'Host OS')
  await panel.findByRole('button', { name: 'Host OS, connected' })
  await userEvent.type(panel.getByRole('textbox', { name: 'keys' }), 'uname{Enter}')
  await waitFor(() => expect(screenText(panel)).toContain('Linux'))
})

test('another tab is opened, and output in a background tab marks it [TERM-001, TERM-002, TERM-006, TERM-008]', async () => {
  const { panel } = await openTerminal()
  await startSession(panel, 'Host OS')
  await panel.findByRole('button', { name: 'Host OS, connected' })
  await userEvent.click(panel.getByRole('button', { name: 'New session' }))
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  expect(
    within(panel.getByRole('list', { name: 'Terminal sessions' })).getAllByRole('listitem'),
  ).toHaveLength(2)

  line.opened[0]?.drop()
  expect(await panel.findByRole('button', { name: /^Host OS, connecting/ })).toBeVisible()
  expect(await panel.findByRole('button', { name: 'Host OS, connected, new output' })).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: /^Host OS,/ }))
  expect(await panel.findByRole('button', { name: 'Host OS, connected' })).toBeVisible()

  await userEvent.click(panel.getByRole('button', { name: 'Close session Host OS' }))
  expect(panel.queryByRole('button', { name: /^Host OS,/ })).toBeNull()
  expect(panel.getByRole('button', { name: 'Start session' })).toBeVisible()
})

test('a session that cannot connect retries every two seconds, fails, closes its socket, and can be retried; its icon shows each state [TERM-005, TERM-007, TERM-010, TERM-015, TERM-017, TERM-034, TERM-039, TERM-043]', async () => {
  const { panel, world } = await openTerminal()
  line.world = undefined
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'uplink')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await person.click(panel.getByRole('button', { name: 'Start session' }))
  expect(toneOf(await panel.findByRole('button', { name: 'uplink, connecting' }))).toBe('warn')
  await vi.advanceTimersByTimeAsync(4 * 2_000 + 500)
  expect(line.opened).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(2_000)
  const tab = await panel.findByRole('button', { name: 'uplink, failed' })
  expect(toneOf(tab)).toBe('bad')
  expect(within(tab).getByText('failed')).toBeVisible()
  expect(line.opened).toHaveLength(6)
  expect(line.opened.map(({ isClosed }) => isClosed)).toEqual(Array(6).fill(true))
  await waitFor(() => expect(screenText(panel)).toContain('Connection error'))
  expect(screenText(panel)).toContain('Reconnect failed')

  line.world = world
  await person.click(panel.getByRole('button', { name: 'Try again' }))
  expect(toneOf(await panel.findByRole('button', { name: 'uplink, connected' }))).toBe('ok')
})

test('a lost connection, a reconnect and a rejected token are shown in the terminal; without a token the session fails [TERM-016, TERM-039]', async () => {
  const { panel, world } = await openTerminal()
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  const terminalText = () => screenText(panel) ?? ''
  const untilSaid = (words: RegExp) => waitFor(() => expect(terminalText()).toMatch(words))
  line.world = undefined
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  line.opened.at(-1)?.drop()
  await untilSaid(/Disconnected[^]*Reconnecting\.\.\.[^]*$/)
  line.world = world
  await vi.advanceTimersByTimeAsync(2_100)
  await panel.findByRole('button', { name: 'uplink, connected' })
  await untilSaid(/Reconnecting\.\.\.[^]*Spawning shell\.\.\.[^]*Reconnected/)
  expect(terminalText()).not.toContain('Reconnect failed')

  line.opened.at(-1)?.say('unauthorized')
  await panel.findByRole('button', { name: 'uplink, failed' })
  await untilSaid(/Unauthorized/)
  const opened = line.opened.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(line.opened).toHaveLength(opened)
})

test('the end of a shell is shown once, even if it ends repeatedly before it is ready again [TERM-038, TERM-040]', async () => {
  const { panel } = await openTerminal()
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  line.isSilent = true
  for (let nth = 0; nth < 3; nth++) {
    const { length } = line.opened
    line.opened.at(-1)?.say('ssh disconnect')
    await vi.advanceTimersByTimeAsync(2_100)
    await waitFor(() => expect(line.opened).toHaveLength(length + 1))
  }
  await waitFor(() => expect(screenText(panel)).toMatch(/(Reconnecting\.\.\.[^]*){3}$/))
  expect(screenText(panel)?.match(/SSH session disconnected/g)).toHaveLength(1)
  expect(await panel.findByRole('button', { name: 'uplink, connecting' })).toBeVisible()
})

const pollingTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
const installsOf = (row: Record<string, unknown>) => row['image_install'] as { id: number }[]

test('a session follows its service to the new container after an update [TERM-020]', async () => {
  let more = 0
  pollingTimers()
  const { panel } = await openTerminal({
    change: (row) => ({ image_install: installsOf(row).map((each) => ({ ...each, id: each.id + more })) }),
  })
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  const targetOf = (nth: number) =>
    line.opened.at(nth)?.sent.flatMap(([event, what]) => (event === 'ssh connect' ? [what] : []))[0]
  const { target } = targetOf(0) as { target: { installId: number } }
  line.isSilent = true
  more = 1_000
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  await waitFor(() => expect(line.opened).toHaveLength(2))
  line.opened[1]?.say('authenticated')
  await waitFor(() =>
    expect(targetOf(1)).toMatchObject({
      target: { type: 'service', serviceName: 'uplink', installId: target.installId + 1_000 },
    }),
  )
  expect(line.opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('while the device is offline, each session gets a new socket every second [TERM-018]', async () => {
  let isUp = true
  pollingTimers()
  const { panel, world } = await openTerminal({ change: () => ({ is_connected_to_vpn: isUp }) })
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  line.world = undefined
  isUp = false
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(await panel.findByRole('button', { name: 'uplink, connecting' })).toBeVisible()
  const before = line.opened.length
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(line.opened.length - before).toBeGreaterThanOrEqual(8)
  expect(line.opened.length - before).toBeLessThanOrEqual(9)
  expect(line.opened.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true)
  line.world = world
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(await panel.findByRole('button', { name: 'uplink, connected' })).toBeVisible()
})

test('opening another device closes the sessions [TERM-024]', async () => {
  const { panel, world } = await openTerminal()
  await startSession(panel, 'uplink')
  await panel.findByRole('button', { name: 'uplink, connected' })
  const [other] = await world.rows(
    `/v7/device?$select=uuid&$top=1&$orderby=device_name desc&$filter=${steady}`,
    'ada',
  )
  const path = `/devices/${String(other?.['uuid'])}`
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(line.opened.map(({ isClosed }) => isClosed)).toEqual([true]))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^uplink, / })).toBeNull())
  expect(address()).toBe(path)
})

test.each([
  ['Running', undefined],
  ['Idle', undefined],
  ['Stopped', 'Container access is only for running or idle containers'],
  ['exited', 'Container access is only for running or idle containers'],
])('a container that is %s can be entered only while running or idle [TERM-029]', async (status, reason) => {
  const { panel } = await openTerminal({
    change: (row) => ({ image_install: installsOf(row).map((each) => ({ ...each, status })) }),
  })
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'uplink')
  expect(reasonOf(panel)).toBe(reason)
})

test('without cloudlink the terminal is unavailable, with the reason [TERM-044]', async () => {
  const { panel } = await openTerminal({ change: { is_connected_to_vpn: false } })
  expect(panel.getByText('VPN is not connected, so the terminal is unavailable')).toBeVisible()
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'uplink')
  expect(reasonOf(panel)).toBe('VPN is not connected, so the terminal is unavailable')
})

test('no host access check is sent for users whose role does not have access', async () => {
  const { panel, asked } = await openTerminal({ as: 'olive' })
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'Host OS')
  expect(reasonOf(panel)).toMatch(/^Your role/)
  expect(asked.some(({ url }) => url.startsWith('/access/v1/hostos/'))).toBe(false)
})

test('a host version without access is disabled, with the reason [TERM-027]', async () => {
  const { panel } = await openTerminal({
    before: async (world) => {
      const body = { route: 'GET /access/v1/hostos/*', kind: 'status', status: 401 }
      await world.request('/__flotilla/faults', { method: 'POST', body })
    },
  })
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'Host OS')
  await waitFor(() => expect(reasonOf(panel)).toMatch(/^Host OS access is not available: this OS version/))
  await userEvent.click(panel.getByRole('button', { name: 'Start session' }))
  expect(line.opened).toEqual([])
})

test('a limited operator enters services but not the host', async () => {
  const { panel } = await openTerminal({ as: 'sol' })
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'Host OS')
  expect(reasonOf(panel)).toContain('Limited operator')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'uplink')
  expect(reasonOf(panel)).toBeUndefined()
})

test('in local mode no container can be entered', async () => {
  const { panel } = await openTerminal({ change: localMode })
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Target' }), 'uplink')
  expect(reasonOf(panel)).toBe('Container access is unavailable in local mode')
})

test('the expanded terminal fills the area and hides the logs [DEV-023]', async () => {
  const { panel } = await openTerminal()
  await userEvent.click(panel.getByRole('button', { name: 'Expand terminal' }))
  await waitFor(() => expect(address()).toMatch(/\?panel=terminal$/))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Logs' })).toBeNull())
  await userEvent.click(panel.getByRole('button', { name: 'Shrink terminal' }))
  await findPanel('Logs')
})

test('a URL with a panel opens the page with it expanded', async () => {
  await openDevice({ where: steady, search: '?panel=terminal' })
  await findPanel('Terminal')
  expect(screen.queryByRole('region', { name: 'Logs' })).toBeNull()
})

test('a session is recorded, saved as asciicast and replayed', async () => {
  const saved = captureSavedFiles()
  const { panel } = await openTerminal()
  const choose = async (name: string) => {
    await userEvent.click(panel.getByRole('button', { name: 'Terminal options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
  }
  await startSession(panel, 'Host OS')
  await panel.findByRole('button', { name: 'Host OS, connected' })
  await choose('Record this session')
  expect(panel.getByText('Recording')).toBeVisible()
  await userEvent.type(panel.getByRole('textbox', { name: 'keys' }), 'uname{Enter}')
  await waitFor(() => expect(screenText(panel)).toContain('Linux'))
  await choose('Stop recording')
  expect(panel.queryByText('Recording')).toBeNull()
  await choose('Download the recording')
  const [file] = saved
  expect(file?.name).toMatch(/-host-os-\d{4}-\d\d-\d\d\.cast$/)
  const [header, ...events] = String(await file?.blob.text())
    .trim()
    .split('\n')
  expect(JSON.parse(String(header))).toMatchObject({ version: 2, title: 'Host OS' })
  expect(events.join('')).toContain('Linux')
  await choose('Replay the recording')
  expect(await screen.findByText('Recording of Host OS')).toBeVisible()
})

test('a recording from a file is replayed; an invalid or large one is rejected with a message', async () => {
  const { panel } = await openTerminal()
  await userEvent.click(panel.getByRole('button', { name: 'Terminal options' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Open a recording…/ }))
  const field = await screen.findByLabelText('A recording of a terminal (asciicast, .cast)')
  const huge = new File(['{}'], 'huge.cast')
  Object.defineProperty(huge, 'size', { value: 20_000_001 })
  await userEvent.upload(field, huge)
  expect(await screen.findByText('This file is larger than 20 MB.')).toBeVisible()
  await userEvent.upload(field, new File(['{"version":1}'], 'other.cast'))
  expect(await screen.findByText('This file is not an asciicast version 2 recording.')).toBeVisible()
  const cast = '{"version":2,"width":80,"height":24,"title":"From a file"}\n[0.1,"o","hello"]\n'
  // Its recorder was killed within a letter.
  const cut = new TextEncoder().encode(`${cast}[0.2,"o","ü`).slice(0, -1)
  await userEvent.upload(field, new File([cut], 'good.cast'))
  expect(await screen.findByRole('dialog', { name: 'From a file' })).toBeVisible()
})

test('the font size of the terminal is changed within limits, and remembered', async () => {
  localStorage.setItem('flotilla:live:api.platform.example:terminal.font-size', '23')
  const { panel } = await openTerminal()
  await userEvent.click(panel.getByRole('button', { name: 'Terminal options' }))
  const larger = await screen.findByRole('menuitem', { name: /^Larger text/ })
  await userEvent.click(larger)
  expect(await screen.findByText('Text size: 24 px')).toBeVisible()
  expect(larger).toHaveFocus()
  expect(screen.getByRole('menuitem', { name: /^Larger text/ }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: /^Smaller text/ }))
  expect(await screen.findByText('Text size: 23 px')).toBeVisible()
})
