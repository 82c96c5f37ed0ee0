import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { paths } from '../../../src/lib/paths.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'

async function openSeeAs() {
  await findHeading('cold-chain-eu')
  await userEvent.click(await screen.findByRole('button', { name: 'Simulator panel' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Simulator' }))
  await userEvent.click(await panel.findByRole('tab', { name: 'People' }))
  await panel.findByRole('region', { name: 'See as' })
  const choose = (who: string) =>
    userEvent.selectOptions(panel.getByRole('combobox', { name: 'View this page as' }), who)
  return { panel, choose }
}

test('a page is viewed as another user, with what they cannot use and why; one click returns [SEEAS-001]', async () => {
  await openWorld(async (world) => paths.fleet(await fleetId(world, 'cold-chain-eu')), {
    as: 'devi',
    simulated: true,
  })
  const { panel, choose } = await openSeeAs()
  const before = address()
  await choose('olive')
  const list = await panel.findByRole(
    'table',
    { name: 'Controls that Olive Lindqvist cannot use' },
    { timeout: 15_000 },
  )
  const row = within(list).getByRole('row', { name: /^Add device/ })
  expect(row.textContent).toContain('Disabled')
  expect(row.textContent).toContain('Your role here (Observer) does not allow this')
  expect(within(list).getByRole('row', { name: /^API keys/ }).textContent).toContain('Absent')
  expect(address()).toBe(before)

  // Users without access to the page are redirected, and return to it.
  await choose('mel')
  expect(
    await panel.findByText('Mel Castellan sees “Fleets” instead of this page.', {}, { timeout: 15_000 }),
  ).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  const bar = within(await screen.findByRole('region', { name: 'Viewed as another user' }))
  expect(bar.getByText('Viewed as Mel Castellan, Member')).toBeTruthy()
  await userEvent.click(bar.getByRole('button', { name: 'Back to Devi Narayan' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Viewed as another user' })).toBeNull())
  await waitFor(() => expect(address()).toBe(before))
  expect(await screen.findByRole('button', { name: 'Account of devi' })).toBeTruthy()
})

test('the permissions of a page are saved as a table, and the user stays signed in [SEEAS-002]', async () => {
  const saved: string[] = []
  vi.stubGlobal(
    'Blob',
    class extends Blob {
      constructor(parts: BlobPart[], options?: BlobPropertyBag) {
        super(parts, options)
        const [text] = parts
        if (typeof text === 'string' && options?.type?.startsWith('text/csv'))
          saved.push(text.replace(/^\uFEFF/, ''))
      }
    },
  )
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL() {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await openWorld(async (world) => paths.fleet(await fleetId(world, 'cold-chain-eu')), { simulated: true })
  const { panel } = await openSeeAs()
  await userEvent.click(panel.getByRole('button', { name: 'Save permissions of this page (CSV)' }))
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 40_000 })
  const lines = saved[0]?.split('\r\n') ?? []
  expect(lines[0]).toContain('Ada Moreau (Administrator)')
  const [, kind, control, ...cells] = lines.find((line) => line.includes(',Add device,'))?.split(',') ?? []
  expect([kind, control, cells.length]).toEqual(['button', 'Add device', 9])
  expect(cells).toContain('disabled: Your role here (Observer) does not allow this')
  expect(screen.getByRole('button', { name: 'Account of ada', hidden: true })).toBeTruthy()
})
