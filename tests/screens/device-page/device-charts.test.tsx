import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { metricHistoryText as words } from '@/messages/device-page/device-history.ts'
import { address } from '../open-app.tsx'
import { openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"
const open = (search = '') => openDevice({ where: steady, search: `/history${search}`, simulated: true })

const chartOf = async (name: string) => screen.findByRole('slider', { name: words.pick(name) })

test('a chart is read by arrow keys, and its table has the same values [OPS-030]', async () => {
  await open()
  const chart = await chartOf('CPU')
  expect(screen.getByRole('img', { name: /^CPU: from \d+ % to \d+ %, last \d+ %$/ })).toBeVisible()
  chart.focus()
  await userEvent.keyboard('{Home}')
  const first = chart.getAttribute('aria-valuetext') ?? ''
  expect(first).toMatch(/^\d\d:\d\d: \d+ %$/)
  expect(screen.getByText(first)).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(chart).not.toHaveAttribute('aria-valuetext', first)
  await userEvent.click(within(screen.getByRole('region', { name: 'CPU' })).getByText(words.table))
  const rows = within(await screen.findByRole('table', { name: words.tableName('CPU') })).getAllByRole('row')
  expect(rows.at(-1)).toHaveTextContent(first.split(': ')[1] ?? '?')
})

test('all charts are zoomed together, by buttons and keys, and reset [OPS-031]', async () => {
  await open()
  const chart = await chartOf('CPU')
  const other = await chartOf('Memory')
  const all = Number(other.getAttribute('aria-valuemax'))
  expect(all).toBeGreaterThan(5)
  // While everything is visible, zooming out is disabled with a reason.
  for (const name of [words.zoomOut, words.resetZoom])
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(words.allShown)
  await userEvent.click(screen.getByRole('button', { name: words.zoomIn }))
  expect(await screen.findByText(/^Zoomed to \d\d:\d\d – \d\d:\d\d$/)).toBeVisible()
  const half = Number(other.getAttribute('aria-valuemax'))
  expect(half).toBeLessThan(all)
  chart.focus()
  await userEvent.keyboard('+')
  await waitFor(() => expect(Number(other.getAttribute('aria-valuemax'))).toBeLessThan(half))
  const before = screen.getByText(/^Zoomed to/).textContent
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await waitFor(() => expect(screen.getByText(/^Zoomed to/).textContent).not.toBe(before))
  const reset = screen.getByRole('button', { name: words.resetZoom })
  await userEvent.click(reset)
  expect(reset).toHaveFocus()
  await waitFor(() => expect(other).toHaveAttribute('aria-valuemax', String(all)))
  expect(screen.queryByText(/^Zoomed to/)).not.toBeInTheDocument()
})

test('metrics are combined in one chart; the legend hides one, and the URL keeps the view [OPS-032]', async () => {
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: words.views.together }))
  const chart = await chartOf(words.together)
  await waitFor(() => expect(address()).toContain('charts=together'))
  chart.focus()
  await userEvent.keyboard('{End}')
  expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/CPU \d+ %.*Memory .*Storage /))
  const memory = screen.getByRole('button', { name: 'Memory', pressed: true })
  await userEvent.click(memory)
  expect(screen.getByRole('button', { name: 'Memory', pressed: false })).toBeVisible()
  expect(chart.getAttribute('aria-valuetext')).not.toContain('Memory')
  expect(screen.getByRole('img', { name: /^Metrics together/ })).not.toHaveAccessibleName(/Memory/)
})
