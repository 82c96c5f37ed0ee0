import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { troubleText } from '../../../src/messages/device-page/device-issues.ts'
import { address } from '../open-app.tsx'
import { findPanel, openDevice } from './open-device.tsx'
import { socketsOf, type TerminalLine } from './terminal-line.ts'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const line = vi.hoisted((): TerminalLine => ({ world: undefined, opened: [], sent: [] }))
vi.mock('socket.io-client', async (original) => ({
  ...(await original<typeof import('socket.io-client')>()),
  io: (...args: Parameters<ReturnType<typeof socketsOf>>) => socketsOf(line)(...args),
}))
// The terminal emulator needs a canvas, which jsdom does not have.
vi.mock('../../../src/features/device-page/terminal/TerminalScreen.tsx', () => ({
  TerminalScreen: ({ shown }: { shown: boolean }) => (
    <p>{shown ? 'a shell in sight' : 'a shell out of sight'}</p>
  ),
}))

const dock = async () => within(await findPanel('Terminal'))
const bar = (panel: Awaited<ReturnType<typeof dock>>) => panel.getByRole('button', { name: 'Terminal' })
const isOpen = (panel: Awaited<ReturnType<typeof dock>>) =>
  bar(panel).getAttribute('aria-expanded') === 'true'
const pressDockKey = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'Backquote', key: '`', ctrlKey: true })

test('a session continues across tabs, in a dock that stays open [OPS-060]', async () => {
  line.world = undefined
  const { world } = await openDevice({ where: steady })
  line.world = world
  const panel = await dock()
  expect(isOpen(panel)).toBe(false)
  fireEvent.click(bar(panel))
  // The controlled element exists while its script loads.
  expect(document.getElementById(bar(panel).getAttribute('aria-controls') ?? '')).toBeVisible()
  await userEvent.selectOptions(await panel.findByRole('combobox', { name: 'Target' }), 'uplink')
  await userEvent.click(panel.getByRole('button', { name: 'Start session' }))
  await panel.findByRole('button', { name: 'uplink, connected' })

  await userEvent.click(screen.getByRole('link', { name: 'History' }))
  await screen.findByRole('heading', { level: 1, name: 'History' })
  const there = await dock()
  expect(isOpen(there)).toBe(true)
  expect(there.getByRole('button', { name: 'uplink, connected' })).toBeVisible()
  expect(there.getByText('a shell in sight')).toBeVisible()
  expect(line.opened).toHaveLength(1)

  await userEvent.click(bar(there))
  expect(there.getByText('a shell out of sight')).not.toBeVisible()
  await userEvent.click(there.getByRole('button', { name: /^uplink, connected/ }))
  expect(isOpen(there)).toBe(true)
})

test('the height is changed by keyboard within limits, and remembered [OPS-061]', async () => {
  await openDevice({ where: steady })
  const panel = await dock()
  await userEvent.click(bar(panel))
  const edge = panel.getByRole('separator', { name: 'Height of the terminal' })
  const height = () => Number(edge.getAttribute('aria-valuenow'))
  const before = height()
  fireEvent.keyDown(edge, { key: 'ArrowUp' })
  await waitFor(() => expect(height()).toBeGreaterThan(before))
  const higher = height()
  fireEvent.keyDown(edge, { key: 'End' })
  await waitFor(() => expect(height()).toBe(Number(edge.getAttribute('aria-valuemin'))))
  fireEvent.keyDown(edge, { key: 'ArrowDown' })
  expect(height()).toBe(Number(edge.getAttribute('aria-valuemin')))
  fireEvent.keyDown(edge, { key: 'Home' })
  await waitFor(() => expect(height()).toBeGreaterThan(higher))
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('terminal.dock-height'))
  expect(kept?.[1]).toBe(String(height()))
})

test('one key opens the dock with the focus in it, returns to it, and closes it [OPS-062]', async () => {
  await openDevice({ where: steady })
  const panel = await dock()
  pressDockKey()
  await waitFor(() => expect(isOpen(panel)).toBe(true))
  const target = await panel.findByRole('combobox', { name: 'Target' })
  await waitFor(() => expect(document.activeElement).toBe(target))
  screen.getByRole('button', { name: 'Reboot' }).focus()
  pressDockKey()
  await waitFor(() => expect(document.activeElement).toBe(target))
  expect(isOpen(panel)).toBe(true)
  pressDockKey()
  await waitFor(() => expect(isOpen(panel)).toBe(false))
  expect(document.activeElement).toBe(bar(panel))
})

test('a link that expands the terminal also focuses it, the URL alone does not [OPS-062]', async () => {
  const full = { storage_usage: 970, storage_total: 1_000 }
  await openDevice({ where: steady, change: full })
  await userEvent.click(await screen.findByRole('link', { name: troubleText.remedies.terminal }))
  const target = await (await dock()).findByRole('combobox', { name: 'Target' })
  await waitFor(() => expect(target).toHaveFocus())
  expect(address()).toMatch(/\?panel=terminal$/)
  cleanup()

  await openDevice({ where: steady, search: '?panel=terminal' })
  await (await dock()).findByRole('combobox', { name: 'Target' })
  expect(document.body).toHaveFocus()
})

test('each metric shows its last hour, from the simulated world if there is one [OPS-064]', async () => {
  await openDevice({ where: steady, simulated: true })
  const metrics = within(await findPanel('Metrics'))
  for (const name of ['CPU', 'Temperature', 'Memory', 'Storage'])
    await metrics.findByRole('img', { name: new RegExp(`^${name} in the last hour: from .+ to .+, now .+`) })
})

test('rarely needed details are collapsed, and remembered [OPS-065]', async () => {
  const { uuid } = await openDevice({ where: steady })
  const panel = within(await findPanel('Device'))
  expect(panel.queryByRole('term', { name: 'MAC' })).toBeNull()
  await userEvent.click(panel.getByText(/^More details/))
  await waitFor(() =>
    expect(
      Object.entries(localStorage).some(
        ([key, value]) => key.endsWith('device.more-facts') && value === 'true',
      ),
    ).toBe(true),
  )
  const user = userEvent.setup()
  const copied: string[] = []
  for (const what of ['UUID', 'Local IP', 'MAC', 'Host OS', 'Supervisor', 'Current release']) {
    await user.click(panel.getByRole('button', { name: `Copy ${what}` }))
    copied.push(await navigator.clipboard.readText())
  }
  expect(copied[0]).toBe(uuid)
  expect(copied[1]).toMatch(/^10\./)
  expect(copied[2]).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/)
  expect(copied.slice(3).every((version) => /\d+\.\d+/.test(version))).toBe(true)
})
