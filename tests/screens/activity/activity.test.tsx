import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { api } from '../../../src/api/api.ts'
import { deviceCalls } from '../../../src/domain/operations/device-calls.ts'
import { changeTag } from '../../../src/domain/tags/tag-writes.ts'
import { activityLog } from '../../../src/engines/activity/activity-log.ts'
import { fleetId, openWorld } from '../open-world.tsx'

const FLEET = 'cold-chain-eu'
const user = userEvent.setup()

const find = async (world: TestCloud, question: string) => {
  const [row] = await world.rows(question, 'ada')
  if (row === undefined) throw new Error(`Nothing at ${question}`)
  return row
}

/** Opens the activity page; also returns a function that reads a device from the platform. */
async function open(platform: 'hosted' | 'open' = 'hosted') {
  const { world, asked } = await openWorld('/activity', { platform })
  // Without IndexedDB, tests share the rows in memory.
  await activityLog(api().session.claims()?.id ?? 0).clear()
  await screen.findByText('Changes that you make appear here')
  const fleet = await fleetId(world, FLEET)
  const devices = await world.rows(
    `/v7/device?$select=id,uuid,device_name&$filter=belongs_to__application eq ${fleet}&$orderby=id asc&$top=3`,
    'ada',
  )
  const ids = devices.map(({ id }) => Number(id))
  const [id = 0] = ids
  const device = () =>
    find(
      world,
      `/v7/device(${id})?$select=device_name,note&$expand=is_pinned_on__release($select=id),belongs_to__application($select=id)`,
    )
  return { world, asked, fleet, ids, id, device, name: String(devices[0]?.['device_name']) }
}

const undoButton = (what: string | RegExp) => screen.findByRole('button', { name: what })

/** Opens the undo dialog of the newest change with this description, and confirms it. */
async function undo(what: string | RegExp) {
  await user.click(await undoButton(what))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo change' }))
  await dialog.findByText(/1 change will be undone|\d+ changes will be undone/)
  await user.click(dialog.getByRole('button', { name: 'Undo change' }))
  await dialog.findByText(/changes? undone\.$/)
  const [close] = dialog.getAllByRole('button', { name: 'Close' })
  if (close !== undefined) await user.click(close)
}

test('lists a rename with its target, and undoes it [OPS-080, OPS-084, OPS-087]', async () => {
  const { id, device, name } = await open()
  await deviceCalls.rename(id, 'renamed')
  expect(await screen.findByRole('row', { name: /Renamed to “renamed”/ })).toHaveTextContent(name)
  await undo('Undo: Renamed to “renamed”')
  expect(await device()).toMatchObject({ device_name: name })
  expect(
    await screen.findByRole('row', { name: new RegExp(`Undo: Renamed to “${name}”`) }),
  ).toHaveTextContent('Done')
  expect(screen.getByRole('row', { name: /^.*Renamed to “renamed”/ })).toHaveTextContent('Undone')
})

test.each(['hosted', 'open'] as const)(
  'restores different notes of several devices on the %s platform [OPS-084, OPS-086]',
  async (platform) => {
    const { world, ids } = await open(platform)
    for (const [at, id] of ids.entries()) await deviceCalls.setNote(id, `note ${at}`)
    await deviceCalls.change(ids, { note: 'all the same' })
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
    const [newest] = screen.getAllByRole('button', { name: 'Undo: Changed notes' })
    if (newest === undefined) throw new Error('Nothing to undo')
    await user.click(newest)
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo change' }))
    await dialog.findByText('3 changes will be undone.')
    await user.click(dialog.getByRole('button', { name: 'Undo change' }))
    await dialog.findByText('3 changes undone.')
    for (const [at, id] of ids.entries())
      expect(await find(world, `/v7/device(${id})?$select=note`)).toEqual({ note: `note ${at}` })
  },
)

test.each(['hosted', 'open'] as const)(
  'restores added, changed and deleted tags on the %s platform [OPS-084]',
  async (platform) => {
    const { world, id } = await open(platform)
    const thing = { id, cliName: '', tags: [] as { tag_key: string; value: string }[] }
    const tags = () =>
      world.rows(`/v7/device_tag?$select=value&$filter=device eq ${id} and tag_key eq 'shelf'`, 'ada')
    await changeTag('device', thing, { key: 'shelf', value: 'a' })
    const tagged = { ...thing, tags: [{ tag_key: 'shelf', value: 'a' }] }
    await changeTag('device', tagged, { key: 'shelf', value: 'b' })
    await undo('Undo: Changed device tag “shelf”')
    expect(await tags()).toEqual([{ value: 'a' }])
    await changeTag('device', tagged, { key: 'shelf', value: null })
    await undo('Undo: Deleted device tag “shelf”')
    expect(await tags()).toEqual([{ value: 'a' }])
  },
)

test('restores pins and moves, a moved device together with its pin [OPS-084]', async () => {
  const { world, id, fleet, device } = await open()
  const release = Number(
    (
      await find(
        world,
        `/v7/release?$select=id&$filter=belongs_to__application eq ${fleet} and status eq 'success'&$orderby=id asc&$top=1`,
      )
    )['id'],
  )
  const before = (await device())['is_pinned_on__release']
  await deviceCalls.change([id], { is_pinned_on__release: release })
  await undo('Undo: Changed pin')
  expect((await device())['is_pinned_on__release']).toEqual(before)
  await deviceCalls.change([id], { is_pinned_on__release: release })
  const type = await find(
    world,
    `/v7/application(${fleet})?$expand=is_for__device_type($select=id),organization($select=id)`,
  )
  const made: { id?: unknown } = await api().data.post({
    resource: 'application',
    body: {
      app_name: 'elsewhere',
      organization: (type['organization'] as { id: number }[])[0]?.id ?? 0,
      is_for__device_type: (type['is_for__device_type'] as { id: number }[])[0]?.id ?? 0,
    },
  })
  const other = Number(made.id)
  await deviceCalls.change([id], { belongs_to__application: other })
  await undo('Undo: Moved')
  expect(await device()).toMatchObject({
    belongs_to__application: [{ id: fleet }],
    is_pinned_on__release: [{ id: release }],
  })
})

test('restores the value of a variable, which is not stored [OPS-082, OPS-084]', async () => {
  const { world, id } = await open()
  const { data } = api()
  const resource = 'device_environment_variable'
  await data.post({ resource, body: { device: id, name: 'KEY', value: 'first-secret' } })
  await data.patch({
    resource,
    options: { $filter: { device: id, name: 'KEY' } },
    body: { value: 'second-secret' },
  })
  const { browserDatabase } = await import('../../../src/lib/browser-database.ts')
  await undoButton('Undo: Changed device variable “KEY”')
  const kept = await browserDatabase(api().session.claims()?.id ?? 0)
    .store('activity')
    .getRange()
  expect(JSON.stringify(kept)).toContain('KEY')
  expect(JSON.stringify(kept)).not.toMatch(/first-|second-/)
  await undo('Undo: Changed device variable “KEY”')
  expect(
    await world.rows(`/v7/${resource}?$select=value&$filter=device eq ${id} and name eq 'KEY'`, 'ada'),
  ).toEqual([{ value: 'first-secret' }])
})

test('restores the role of a member [OPS-084]', async () => {
  const { world } = await open()
  const membership = await find(
    world,
    `/v7/organization_membership?$select=id&$expand=organization_membership_role($select=id,name)&$filter=user/username ne 'ada'&$top=1`,
  )
  const before = membership['organization_membership_role'] as { id: number; name: string }[]
  const other = await find(
    world,
    `/v7/organization_membership_role?$select=id&$filter=id ne ${before[0]?.id}&$top=1`,
  )
  await api().data.patch({
    resource: 'organization_membership',
    id: Number(membership['id']),
    body: { organization_membership_role: Number(other['id']) },
  })
  await undo('Undo: Changed role')
  expect(
    await find(
      world,
      `/v7/organization_membership(${Number(membership['id'])})?$select=id&$expand=organization_membership_role($select=id,name)`,
    ),
  ).toMatchObject({ organization_membership_role: before })
})

test('shows what was changed since, and keeps it unless the user chooses otherwise [OPS-085]', async () => {
  const { id, device } = await open()
  const answer = (await device())['device_name']
  await deviceCalls.rename(id, 'one')
  await deviceCalls.rename(id, 'two')
  await user.click(await undoButton('Undo: Renamed to “one”'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo change' }))
  await dialog.findByText(/1 row has changed since/)
  expect(dialog.getByText(/Last changed from this browser/)).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Undo change' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await user.click(dialog.getByRole('checkbox', { name: 'Overwrite these too' }))
  await user.click(confirm)
  await dialog.findByText('1 change undone.')
  expect(await device()).toMatchObject({ device_name: answer })
})

test('lists rejected changes as failed, filters the list, and clears it [OPS-081, OPS-083]', async () => {
  const { world, id } = await open()
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { kind: 'status', status: 500, route: 'PATCH /v7/device*', times: 1 },
  })
  await expect(deviceCalls.rename(id, 'never')).rejects.toThrow()
  await deviceCalls.setNote(id, 'something')
  const row = await screen.findByRole('row', { name: /never/ })
  expect(row).toHaveTextContent('Failed (500)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Notes')
  expect(screen.queryByRole('row', { name: /never/ })).toBeNull()
  expect(screen.getByText('1 change')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'nothing like this')
  await user.click(await screen.findByRole('button', { name: 'Clear filter' }))
  await user.click(screen.getByRole('button', { name: 'Clear activity' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear activity' }))
  expect(await screen.findByText('Changes that you make appear here')).toBeVisible()
})
