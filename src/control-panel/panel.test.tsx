import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { dismissAllToasts } from '@/ui/feedback/toasts.ts'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { createSimulation } from './simulation.tsx'
import { aControlClient, aDashboard, openPanel, openStrip } from './testing/a-panel.tsx'

afterEach(() => {
  cleanup()
  dismissAllToasts()
})

test('Escape closes only the panel and returns the focus, also in the navigation drawer of a small screen', async () => {
  const { Strip } = await createSimulation(aControlClient(), vi.fn(), aDashboard())
  const onClose = vi.fn()
  render(
    <ThemeProvider test>
      <Drawer opened side="left" title="Navigation" onClose={onClose}>
        <Strip collapsed={false} />
      </Drawer>
    </ThemeProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Simulator panel' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: 'Simulator' })
  await within(panel).findByRole('tablist')
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Simulator' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(onClose).not.toHaveBeenCalled()
})

test('what was typed stays when the window becomes too narrow for a panel beside the page, and wide again', async () => {
  let isWide = true
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (query: string) => {
    const isAsked = query.includes('1100px')
    return {
      matches: isAsked && isWide,
      addEventListener: (_: string, listener: () => void) => isAsked && listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const resize = (wide: boolean) => {
    isWide = wide
    for (const listener of listeners) listener()
  }
  const { show } = await openPanel()
  const thePanel = async () => within(await screen.findByRole('dialog', { name: 'Simulator' }))
  await show('Faults')
  const field = await (await thePanel()).findByRole('textbox', { name: 'Route' })
  await userEvent.clear(field)
  await userEvent.type(field, 'GET /v7/device')
  for (const wide of [false, true]) {
    resize(wide)
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Simulator' }).getAttribute('aria-modal')).toBe(
        wide ? null : 'true',
      ),
    )
    const kept = await (await thePanel()).findByRole<HTMLInputElement>('textbox', { name: 'Route' })
    expect(kept.value).toBe('GET /v7/device')
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Simulator' }).contains(document.activeElement)).toBe(true),
    )
  }
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Simulator' })).toBeNull())
})

test('the strip shows the world, its time and speed, and resumes with the speed before a pause', async () => {
  const { door: client, strip, onWorldChange } = await openStrip()
  const setSpeed = vi.spyOn(client, 'setSpeed')
  expect(strip.getByText('First look')).toBeTruthy()
  expect(strip.getByText(/20 Nov 2026, 14:00:\d\d UTC/)).toBeTruthy()
  expect(strip.getByText('×60')).toBeTruthy()
  await userEvent.click(strip.getByRole('button', { name: 'Pause' }))
  expect(await strip.findByText('Paused')).toBeTruthy()
  await userEvent.click(strip.getByRole('button', { name: 'Resume' }))
  expect(await strip.findByText('×60')).toBeTruthy()
  expect(setSpeed.mock.calls).toEqual([[0], [60]])
  expect(onWorldChange).toHaveBeenCalledTimes(2)
})

test('an hour forward is one click', async () => {
  const { door: client, strip } = await openStrip()
  const advance = vi.spyOn(client, 'advance')
  await userEvent.click(strip.getByRole('button', { name: /\+1 h/ }))
  expect(await strip.findByText(/20 Nov 2026, 15:00:\d\d UTC/)).toBeTruthy()
  expect(advance.mock.calls).toEqual([[3_600_000]])
})

test('errors of the world are shown', async () => {
  const { strip } = await openStrip(
    aControlClient({ advance: () => Promise.reject(new Error('The clock is at its end')) }),
  )
  await userEvent.click(strip.getByRole('button', { name: /\+1 h/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('The clock is at its end')
})

test('another world opens after a warning, with the given seed and number of devices', async () => {
  const { door: client, panel } = await openPanel()
  const reset = vi.spyOn(client, 'reset')
  await userEvent.click(panel.getByRole('button', { name: /Release day.*A release rolls out/ }))
  await userEvent.clear(panel.getByLabelText('Seed'))
  await userEvent.type(panel.getByLabelText('Seed'), '7')
  await userEvent.type(panel.getByLabelText('Devices'), '100,000')
  await userEvent.click(panel.getByRole('button', { name: 'Open “Release day”' }))
  const warning = within(await screen.findByRole('dialog', { name: 'Open a new world?' }))
  expect(reset).not.toHaveBeenCalled()
  await userEvent.click(warning.getByRole('button', { name: 'Open new world' }))
  await waitFor(() =>
    expect(reset.mock.calls).toEqual([[{ scenario: 'release-day', seed: 7, devices: 100_000 }]]),
  )
})

test('an invalid number is shown in the form, and opens nothing', async () => {
  const { panel } = await openPanel()
  await userEvent.type(panel.getByLabelText('Devices'), 'many')
  await userEvent.click(panel.getByRole('button', { name: 'Open “First look”' }))
  expect(panel.getByText('Devices must be a whole number')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Open a new world?' })).toBeNull()
})

test('preset and custom faults are listed until they are cleared', async () => {
  const { panel, show } = await openPanel()
  await show('Faults')
  expect(await panel.findByText(/No faults/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Slow responses' }))
  expect(await panel.findByText('1500 ms latency')).toBeTruthy()
  await userEvent.clear(panel.getByLabelText('Share of requests in %'))
  await userEvent.type(panel.getByLabelText('Share of requests in %'), '20')
  await userEvent.click(panel.getByRole('button', { name: 'Add fault' }))
  expect(await panel.findByText('status 500 · 20 % of requests')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: /^Remove: .* 1500 ms latency/ }))
  await waitFor(() => expect(panel.queryByText('1500 ms latency')).toBeNull())
  await userEvent.click(panel.getByRole('button', { name: 'Clear all faults' }))
  expect(await panel.findByText(/No faults/)).toBeTruthy()
})

test('limitations of the browser are shown', async () => {
  const { panel } = await openPanel({ ...aControlClient(), notice: 'Each tab has a world of its own.' })
  expect(panel.getByText('Each tab has a world of its own.')).toBeTruthy()
})

test('scenarios are found by text and kind, and an empty search can be cleared', async () => {
  const { panel } = await openPanel()
  const cards = () => panel.getByRole('list', { name: 'Scenarios' }).querySelectorAll('button').length
  expect(cards()).toBe(2)
  await userEvent.type(panel.getByRole('searchbox', { name: 'Search scenarios' }), 'rolls{Enter}')
  expect(cards()).toBe(1)
  await userEvent.type(panel.getByRole('searchbox', { name: 'Search scenarios' }), ' zebra{Enter}')
  await userEvent.click(panel.getByRole('button', { name: 'Show all scenarios' }))
  expect(cards()).toBe(2)
})

test('arrow keys move between tabs', async () => {
  const { panel } = await openPanel()
  panel.getByRole('tab', { name: 'World' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(panel.getByRole('tab', { name: 'Stories', selected: true })).toBe(document.activeElement)
  await userEvent.keyboard('{End}')
  expect(panel.getByRole('tabpanel', { name: 'Requests' })).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}')
  expect(panel.getByRole('tab', { selected: true }).textContent).toBe('World')
})

test('the clock jumps to the next event, and shows it', async () => {
  const { panel, show } = await openPanel()
  await show('Clock')
  await userEvent.click(panel.getByRole('button', { name: 'Next event' }))
  expect(await screen.findByText('gate-north: Running 1.2.0.')).toBeTruthy()
})

test('the clock goes to a time in the future or past, and an invalid time is shown', async () => {
  const { door: client, panel, show } = await openPanel()
  await show('Clock')
  const [rewind, advanceTo] = [vi.spyOn(client, 'rewind'), vi.spyOn(client, 'advanceTo')]
  const form = within(panel.getByRole('region', { name: 'Clock' }))
  const go = async (text: string) => {
    await userEvent.clear(form.getByLabelText('Time (UTC)'))
    await userEvent.type(form.getByLabelText('Time (UTC)'), text)
    await userEvent.click(form.getByRole('button', { name: 'Go' }))
  }
  await go('tomorrow')
  expect(form.getByRole('alert').textContent).toContain('Enter a time')
  await go('2026-11-20 13:15')
  expect(rewind).toHaveBeenCalledWith('2026-11-20T13:15:00.000Z')
  await go('2026-11-21 08:00')
  expect(advanceTo).toHaveBeenCalledWith('2026-11-21T08:00:00.000Z')
})

test('the timeline shows actions, and returns to saved moments', async () => {
  const { door: client, panel, show } = await openPanel()
  await show('Clock')
  const rewind = vi.spyOn(client, 'rewind')
  expect(await panel.findByText('ada: PATCH /v7/device(1)')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: /^Go back to .*13:30.*before a jump/ }))
  expect(rewind).toHaveBeenCalledWith(4)
})

test('the user can be switched, with a list of missing permissions', async () => {
  const { become, panel, show } = await openPanel()
  await show('People')
  expect(await panel.findByText('All permissions')).toBeTruthy()
  await userEvent.click(panel.getByText('1 missing permission'))
  expect(panel.getByText('Move devices to another fleet')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Switch to Olive Lindqvist, Observer' }))
  expect(become).toHaveBeenCalledWith('somebody@flotilla.example', 'flotilla-demo')
  expect(await screen.findByText('Signed in as Olive Lindqvist')).toBeTruthy()
})

test('requests are filtered, and show how they violate the contract', async () => {
  const { panel, show } = await openPanel()
  await show('Requests')
  await userEvent.type(await panel.findByRole('searchbox', { name: 'Filter requests' }), '503{Enter}')
  expect(panel.queryByText('/v7/device?$top=50')).toBeNull()
  await userEvent.click(panel.getByRole('button', { name: /\/v7\/release/ }))
  expect(await panel.findByText('status 503 is not in the contract')).toBeTruthy()
  expect(panel.getByRole('region', { name: 'Received' })).toHaveAttribute('tabindex', '0')
  expect(panel.getByRole('button', { name: /as curl/ })).toBeTruthy()
})

test('a session file is opened, and an invalid one is rejected with the reason', async () => {
  const refused = () => Promise.reject(new Error('it has version 2'))
  const { panel } = await openPanel()
  const file = new File(['{}'], 'session.json', { type: 'application/json' })
  await userEvent.upload(panel.getByLabelText('Open a session file'), file)
  expect(await panel.findByText(/all actions were replayed, and the world is the same/)).toBeTruthy()
  cleanup()
  const other = await openPanel(aControlClient({ openBundle: refused }))
  await userEvent.upload(other.panel.getByLabelText('Open a session file'), file)
  expect((await other.panel.findByRole('alert')).textContent).toBe('it has version 2')
})

test('emails can be read and their links followed', async () => {
  const { panel, show } = await openPanel()
  await show('Mail')
  expect(await panel.findByText('Verify')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Follow the link' }).getAttribute('href')).toBe('/x')
})

test('the state of a device is explained on its page only', async () => {
  const { panel, show } = await openPanel()
  await show('Device')
  expect(panel.getByText(/Open a device page/)).toBeTruthy()
  cleanup()
  window.history.pushState({}, '', `/devices/${'ab'.repeat(16)}`)
  const other = await openPanel()
  await other.show('Device')
  expect(await other.panel.findByText('Why gate-north is in this state')).toBeTruthy()
  expect(other.panel.getByText('Somebody pulled the plug.')).toBeTruthy()
  expect(other.panel.getByText('A user disconnected it.')).toBeTruthy()
  window.history.pushState({}, '', '/')
})

test('a new device is powered on for a selected fleet, with a link to its page', async () => {
  const startDevice = vi.fn(aControlClient().startDevice)
  const { panel, show } = await openPanel(aControlClient({ startDevice }))
  await show('Device')
  await userEvent.selectOptions(
    await panel.findByRole('combobox', { name: 'Fleet' }),
    'acme_logistics/cold-chain-eu',
  )
  await userEvent.click(panel.getByRole('button', { name: 'Power on a simulated device' }))
  expect(await panel.findByText(/^misty-river is on/)).toBeTruthy()
  expect(startDevice.mock.calls).toEqual([[{ fleet: 'acme_logistics/cold-chain-eu' }]])
  expect(panel.getByRole('link', { name: 'Open device' }).getAttribute('href')).toBe(
    `/devices/${'c'.repeat(32)}`,
  )
})

test('a full fleet shows why no device can be powered on', async () => {
  const startDevice = async () => {
    throw new Error('The plan allows no more devices')
  }
  const { panel, show } = await openPanel(aControlClient({ startDevice }))
  await show('Device')
  await userEvent.click(await panel.findByRole('button', { name: 'Power on a simulated device' }))
  expect((await panel.findByRole('alert')).textContent).toContain('The plan allows no more devices')
})

test('a preregistered device is powered on from its page', async () => {
  const uuid = 'ab'.repeat(16)
  window.history.pushState({}, '', `/devices/${uuid}`)
  const powerOn = vi.fn(async () => {})
  const explanation = await aControlClient().why(uuid)
  const { panel, show } = await openPanel(
    aControlClient({ powerOn, why: async () => ({ ...explanation, isSilent: true }) }),
  )
  await show('Device')
  await userEvent.click(await panel.findByRole('button', { name: 'Power on' }))
  expect(powerOn.mock.calls).toEqual([[uuid]])
  window.history.pushState({}, '', '/')
})

test('sessions can follow the clock of the world; the panel says what that means', async () => {
  const { door: client, panel } = await openPanel()
  await userEvent.click(panel.getByRole('tab', { name: 'Clock' }))
  const setSessionsExpire = vi.spyOn(client, 'setSessionsExpire')
  const toggle = await panel.findByRole('switch', { name: 'Sessions expire with this clock' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  expect(panel.getByText(/36 hours of simulated time/)).toBeTruthy()
  await userEvent.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  await userEvent.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
  expect(setSessionsExpire.mock.calls).toEqual([[true], [false]])
})
