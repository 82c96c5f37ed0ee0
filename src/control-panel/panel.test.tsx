import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { dismissAllToasts } from '@/ui/toasts.ts'
import { Toaster } from '@/ui/Toaster.tsx'
import type { Fault, WorldDoor, WorldState } from '../world-door.ts'
import { createSimulation } from './simulation.tsx'

afterEach(() => {
  cleanup()
  dismissAllToasts()
})

const opening: WorldState = {
  scenario: 'first-look',
  title: 'First look',
  lookAt: 'A small organization.',
  seed: 42,
  devices: 132,
  now: '2026-11-20T14:00:00.000Z',
  speed: 60,
  scenarios: [
    { name: 'first-look', title: 'First look', lookAt: 'A small organization.' },
    { name: 'release-day', title: 'Release day', lookAt: 'A release rolls out.' },
  ],
}

/** A world that does what it is asked, and remembers it. */
function aDoor(change: Partial<WorldDoor> = {}): WorldDoor {
  let state = opening
  let faults: Fault[] = []
  const become = async (next: Partial<WorldState>) => (state = { ...state, ...next })
  return {
    mode: 'shared-worker',
    interception: 'service-worker',
    state: async () => state,
    onState: () => () => {},
    setSpeed: (speed) => become({ speed }),
    advance: (ms) => become({ now: new Date(Date.parse(state.now) + ms).toISOString() }),
    advanceTo: (now: string) => become({ now }),
    reset: (options = {}) => become({ ...options, title: 'Release day' }),
    faults: async () => faults,
    addFault: async (fault: Fault) => void (faults = [...faults, fault]),
    clearFaults: async () => void (faults = []),
    setLink: async () => {},
    setLock: async () => {},
    ...change,
  }
}

async function openStrip(door = aDoor()) {
  const onWorldChange = vi.fn()
  const { Strip } = await createSimulation(door, onWorldChange)
  render(
    <ThemeProvider test>
      <Strip collapsed={false} />
      <Toaster />
    </ThemeProvider>,
  )
  return { door, onWorldChange, strip: within(screen.getByRole('region', { name: 'Simulator' })) }
}

async function openPanel(door = aDoor()) {
  const opened = await openStrip(door)
  await userEvent.click(opened.strip.getByRole('button', { name: 'Panel of the simulator' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Simulator' }))
  await panel.findByRole('region', { name: 'Clock' })
  return { ...opened, panel }
}

test('the strip says which world runs, when and how fast, and goes on at the speed from before a pause', async () => {
  const { door, strip, onWorldChange } = await openStrip()
  const setSpeed = vi.spyOn(door, 'setSpeed')
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

test('an hour ahead is one press away', async () => {
  const { door, strip } = await openStrip()
  const advance = vi.spyOn(door, 'advance')
  await userEvent.click(strip.getByRole('button', { name: /\+1 h/ }))
  expect(await strip.findByText(/20 Nov 2026, 15:00:\d\d UTC/)).toBeTruthy()
  expect(advance.mock.calls).toEqual([[3_600_000]])
})

test('what the world refuses is said', async () => {
  const { strip } = await openStrip(
    aDoor({ advance: () => Promise.reject(new Error('The clock is at its end')) }),
  )
  await userEvent.click(strip.getByRole('button', { name: /\+1 h/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('The clock is at its end')
})

test('another world opens after a warning, with the seed and the number of devices asked for', async () => {
  const { door, panel } = await openPanel()
  const reset = vi.spyOn(door, 'reset')
  await userEvent.selectOptions(panel.getByLabelText('Scenario'), 'Release day')
  expect(panel.getByText('A release rolls out.')).toBeTruthy()
  await userEvent.clear(panel.getByLabelText('Seed'))
  await userEvent.type(panel.getByLabelText('Seed'), '7')
  await userEvent.type(panel.getByLabelText('Devices'), '100,000')
  await userEvent.click(panel.getByRole('button', { name: 'Open fresh world' }))
  const warning = within(await screen.findByRole('dialog', { name: 'Open a fresh world?' }))
  expect(reset).not.toHaveBeenCalled()
  await userEvent.click(warning.getByRole('button', { name: 'Open fresh world' }))
  await waitFor(() =>
    expect(reset.mock.calls).toEqual([[{ scenario: 'release-day', seed: 7, devices: 100_000 }]]),
  )
})

test('a number that is none is said in the form and opens nothing', async () => {
  const { panel } = await openPanel()
  await userEvent.type(panel.getByLabelText('Devices'), 'many')
  await userEvent.click(panel.getByRole('button', { name: 'Open fresh world' }))
  expect(panel.getByText('Devices must be a whole number')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Open a fresh world?' })).toBeNull()
})

test('ready-made faults and one’s own are listed until they are cleared', async () => {
  const { panel } = await openPanel()
  expect(await panel.findByText(/No faults/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Slow answers' }))
  expect(await panel.findByText('answers 1500 ms late')).toBeTruthy()
  await userEvent.clear(panel.getByLabelText('Share of requests in %'))
  await userEvent.type(panel.getByLabelText('Share of requests in %'), '20')
  await userEvent.click(panel.getByRole('button', { name: 'Add fault' }))
  expect(await panel.findByText('answers 500 · 20 % of requests')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Clear all faults' }))
  expect(await panel.findByText(/No faults/)).toBeTruthy()
})

test('how the simulation stands in a browser that lacks something is said', async () => {
  const { panel } = await openPanel({ ...aDoor(), notice: 'Each tab has a world of its own.' })
  expect(panel.getByText('Each tab has a world of its own.')).toBeTruthy()
})
