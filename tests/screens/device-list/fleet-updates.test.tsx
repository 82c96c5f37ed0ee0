import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refuse } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import { loadParts } from './device-list-screens.ts'
import { openSelection, type OpenSelectionOptions } from './open-selection.tsx'

loadParts()

const onOldOs = '?q=os+~+6.0.24'

async function openBatch(what: 'OS' | 'supervisor', options: OpenSelectionOptions = {}) {
  const opened = await openSelection({ search: onOldOs, select: 'page', ...options })
  await userEvent.click(opened.menu.getByRole('menuitem', { name: `Update ${what}` }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: /^Update the / })) }
}

const countOf = (text: string | null | undefined) => Number(/\d+/.exec(text ?? '')?.[0])
const isStart = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/resinhup')

test('an OS update of many devices shows the effect on each, starts the possible ones, and shows the results [DACT-011, DACT-012, DACT-058]', async () => {
  const { dialog, asked } = await openBatch('OS', {
    change: (url, rows) =>
      url.includes('should_be_managed_by__release')
        ? rows.map((row, at) => (at < 3 ? { ...row, is_connected_to_vpn: false } : row))
        : rows,
  })
  const classes = within(await dialog.findByRole('list', { name: 'Result per device' }))
  const updatable = countOf(classes.getByText(/· Will be updated$/).textContent)
  expect(classes.getByText(/^3 · Device must be online$/)).toBeVisible()
  expect(updatable).toBeGreaterThan(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Start update' }))
  expect(await dialog.findByText(`Started the OS update of ${updatable} devices`)).toBeVisible()
  expect(dialog.getByText('3 devices skipped: Device must be online')).toBeVisible()
  expect(asked.filter(isStart)).toHaveLength(updatable)
})

test('an OS update is retried only on failed devices [ERR-034]', async () => {
  let refusals = 2
  const { dialog, asked } = await openBatch('OS', {
    answer: (request) => (isStart(request) && refusals-- > 0 ? refuse(500) : undefined),
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Start update' }))
  const again = await dialog.findByRole('button', { name: 'Retry 2 failed' })
  const before = asked.length
  await userEvent.click(again)
  await waitFor(() => expect(dialog.queryByRole('button', { name: /^Retry/ })).toBeNull())
  expect(asked.slice(before).filter(isStart)).toHaveLength(2)
})

test('a supervisor update is one request for all devices of an architecture [DACT-061]', async () => {
  const { dialog, asked } = await openBatch('supervisor')
  const classes = within(await dialog.findByRole('list', { name: 'Result per device' }))
  const updatable = countOf(classes.getByText(/· Will be updated$/).textContent)
  await userEvent.click(dialog.getByRole('button', { name: 'Update supervisor' }))
  expect(await dialog.findByText(`Started the supervisor update of ${updatable} devices`)).toBeVisible()
  const writes = asked.filter(({ method, url }) => method === 'PATCH' && url.startsWith('/v7/device'))
  expect(writes).toHaveLength(1)
  expect(readable(writes[0]?.url ?? '').match(/\d+(?=[,)])/g)).toHaveLength(updatable)
})

test('the results of all devices are saved as CSV and JSON', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let blob = new Blob()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (of: Blob) => ((blob = of), 'blob:1'), revokeObjectURL: () => {} }),
  )
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blob.text() })
  })
  const { menu } = await openSelection({ fleet: 'kiosk-lobby', select: 'page' })
  await userEvent.click(menu.getByRole('menuitem', { name: 'Reboot' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reboot 14 devices?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Save as CSV' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save as JSON' }))
  press.mockRestore()
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^reboot-results-\d{8}-\d{6}\.csv$/),
    expect.stringMatching(/^reboot-results-\d{8}-\d{6}\.json$/),
  ])
  const lines = (await saved[0]?.text)?.trimEnd().split('\r\n') ?? []
  expect(lines[0]).toBe('Name,UUID,Outcome,Reason')
  expect(lines).toHaveLength(15)
  expect(lines.some((line) => /,[0-9a-f]{32},Skipped,Device must be online$/.test(line))).toBe(true)
  const rows = JSON.parse((await saved[1]?.text) ?? '') as { outcome: string }[]
  expect(rows.filter(({ outcome }) => outcome === 'done').length).toBe(
    lines.filter((line) => line.includes(',Done,')).length,
  )
})

test('a batch shows its command: by name for selected devices, as a loop for all that match', async () => {
  const { menu } = await openSelection({ scenario: 'release-day', select: 'all' })
  await userEvent.click(menu.getByRole('menuitem', { name: 'Reboot' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reboot 1,204 devices/ }))
  await userEvent.click(dialog.getByText('Show as a command'))
  const command = dialog.getByRole('region', { name: 'CLI' })
  expect(command.textContent).toContain('while read -r id uuid; do\n  balena device reboot "$uuid"')
  expect(command.textContent).toMatch(/\$filter=belongs_to__application%20eq%20\d+'/)
})
