import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { viewKey, writeTeamView } from '../../../src/features/device-list/views/team-view.ts'
import { address, TOKEN_KEY } from '../open-app.tsx'
import { fleetId } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { findTable, loadParts, openDevices } from './device-list-screens.ts'

loadParts()

const FLEET = 'kiosk-lobby'
const LATE = '?sort=overall_status:desc,device_name:asc&status=operational'
const search = () => decodeURIComponent(address().split('?')[1] ?? '')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const item = async (name: string | RegExp) => userEvent.click(await screen.findByRole('menuitem', { name }))

async function saveView(name: string, { forTeam }: { forTeam: boolean }) {
  await press('Views')
  await item('Save this view…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), name)
  const box = dialog.getByRole('checkbox', { name: /^Share it with everyone/ })
  if (forTeam) {
    await waitFor(() => expect(box.getAttribute('aria-disabled')).toBeNull())
    await userEvent.click(box)
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return dialog
}

async function manage() {
  await press(/^(Views|Late)$/)
  await item('Share and manage views…')
  return within(await screen.findByRole('dialog', { name: 'Views' }))
}

const team = () => within(screen.getByRole('region', { name: 'Shared with everyone who can see this fleet' }))
const tagsOf = async (world: TestCloud) =>
  (await world.rows(
    `/v7/application_tag?$select=tag_key,value&$filter=application eq ${await fleetId(world, FLEET)} and startswith(tag_key,'flotilla.')`,
    'ada',
  )) as unknown as { tag_key: string; value: string }[]

async function tagBySomebody(world: TestCloud, view: { name: string; search: string }, method = 'POST') {
  const { key, value } = writeTeamView(view)
  const application = await fleetId(world, FLEET)
  const response = await world.request(
    method === 'POST'
      ? '/v7/application_tag'
      : `/v7/application_tag?$filter=application eq ${application} and tag_key eq '${key}'`,
    { as: 'devi', method, body: method === 'POST' ? { application, tag_key: key, value } : { value } },
  )
  expect(response.status).toBeLessThan(300)
}

test('columns and views of an earlier version are migrated once [SHELL-038, SHELL-039]', async () => {
  const here = (name: string) => TOKEN_KEY.replace(/token$/, name)
  const keep = (name: string, value: unknown) => localStorage.setItem(here(name), JSON.stringify(value))
  keep('device-columns', ['device_name', 'ip_address'])
  keep('device-views', [{ name: 'Slow', search: 'order=cpu_usage:desc' }])
  await openDevices(FLEET)
  await findTable()
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers().filter((text) => text !== '')).toEqual(['Name', 'IP address'])
  const noted = JSON.parse(localStorage.getItem(here('balena__completed_migrations')) ?? '[]') as string[]
  expect(noted).toContain('device-columns-in-layout')
  await press('Views')
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Slow' }))
  await waitFor(() => expect(search()).toContain('sort=cpu_usage:desc'))
})

test('a saved view is copied as a link, saved as a file, deleted and opened from that file [OPS-096]', async () => {
  const user = userEvent.setup()
  const files: { name: string; text: Promise<string> }[] = []
  let blob = new Blob()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (of: Blob) => ((blob = of), 'blob:1'), revokeObjectURL: () => {} }),
  )
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, text: blob.text() })
  })
  const { world } = await openDevices(FLEET, LATE)
  await findTable()
  await saveView('Late', { forTeam: false })
  const dialog = await manage()
  expect(dialog.getByText('Operational · sorted by Status, Name')).toBeTruthy()
  await press('Actions for Late')
  await item('Copy link')
  const link = new URL(await navigator.clipboard.readText())
  expect(link.pathname).toBe(`/fleets/${await fleetId(world, FLEET)}/devices`)
  expect(`?${decodeURIComponent(link.searchParams.toString())}`).toBe(LATE)
  await press('Actions for Late')
  await item('Save to a file')
  expect(files[0]?.name).toBe('view-late.json')
  const text = (await files[0]?.text) ?? ''
  click.mockRestore()
  await press('Actions for Late')
  await item('Delete')
  expect(dialog.getByText(/^No saved views yet\. Filter/)).toBeTruthy()

  const field = dialog.getByLabelText('Open views from a file')
  await user.upload(
    field,
    new File([text.replace('overall_status', 'colour')], 'a.json', { type: 'application/json' }),
  )
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Line \d+: views\.0\.sort\.0 must be a column and asc or desc/,
  )
  const huge = new File([text], 'c.json', { type: 'application/json' })
  Object.defineProperty(huge, 'size', { value: 50_000_000 })
  const read = vi.spyOn(huge, 'arrayBuffer')
  await user.upload(field, huge)
  expect(await dialog.findByText('The file is too large')).toBeTruthy()
  expect(read).not.toHaveBeenCalled()
  const inLatin = new File([Uint8Array.of(0x22, 0xfc, 0x22)], 'd.json', { type: 'application/json' })
  await user.upload(field, inLatin)
  expect(await dialog.findByText('This is not a text file in UTF-8 or UTF-16.')).toBeTruthy()
  await user.upload(field, new File([text], 'b.json', { type: 'application/json' }))
  await press('Add 1 view')
  expect(await dialog.findByText('Operational · sorted by Status, Name')).toBeTruthy()
  await press('Actions for Late')
  await item('Show')
  await waitFor(() => expect(`?${search()}`).toBe(LATE))
})

test('a view is shared with the fleet, found in the menu, copied and deleted for everybody; tags of users are separate [OPS-097]', async () => {
  const { world, reopen } = await openDevices(FLEET, LATE)
  await findTable()
  await saveView('Late', { forTeam: true })
  expect(await screen.findByText('View Late shared with the fleet')).toBeTruthy()
  const [tag] = await tagsOf(world)
  expect(tag?.tag_key).toBe(viewKey('Late'))
  expect(tag?.value).not.toContain('eyJ')
  localStorage.removeItem('device-views')
  cleanup()
  await reopen()
  await findTable()
  await press(/^(Views|Late)$/)
  expect((await screen.findByRole('menuitemradio', { name: 'Late' })).getAttribute('aria-checked')).toBe(
    'true',
  )
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Default view' }))
  await waitFor(() => expect(search()).toBe(''))
  await press('Views')
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Late' }))
  await waitFor(() => expect(`?${search()}`).toBe(LATE))

  await manage()
  await press('Actions for Late')
  await item('Save in this browser')
  expect(await screen.findByText('View Late saved in this browser')).toBeTruthy()
  await userEvent.click(team().getByRole('button', { name: 'Actions for Late' }))
  await item('Delete for everyone…')
  const question = within(await screen.findByRole('dialog', { name: 'Delete the view Late?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete view' }))
  expect(await screen.findByText(/^No shared views yet/)).toBeTruthy()
  expect(await tagsOf(world)).toEqual([])
  expect(screen.getByRole('button', { name: 'Actions for Late' })).toBeTruthy()
})

test('if two users save a view with the same name, the second one sees the conflict before replacing it [OPS-097]', async () => {
  const { world } = await openDevices(FLEET, LATE)
  await findTable()
  await press('Views')
  await screen.findByRole('menuitem', { name: 'Save this view…' })
  await userEvent.keyboard('{Escape}')
  const theirs = { name: 'late', search: 'status=inactive' }
  await tagBySomebody(world, theirs)
  const dialog = await saveView('Late', { forTeam: true })
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Somebody else has shared another view called Late in the meantime/,
  )
  expect((await tagsOf(world)).map(({ value }) => value)).toEqual([writeTeamView(theirs).value])

  expect(await dialog.findByText('This replaces the team’s view Late.')).toBeTruthy()
  await tagBySomebody(world, { ...theirs, search: 'status=frozen' }, 'PATCH')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Somebody else has changed the view Late in the meantime/,
  )
  await waitFor(() => expect(reasonOf(dialog.getByRole('button', { name: 'Save' }))).toBeUndefined())
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('View Late shared with the fleet')).toBeTruthy()
  expect((await tagsOf(world)).map(({ value }) => value)).toEqual([
    writeTeamView({ name: 'Late', search: LATE.slice(1) }).value,
  ])
})

test('a view that somebody changed is not deleted unseen, and an invalid one can be deleted [OPS-097]', async () => {
  const { world } = await openDevices(FLEET)
  await findTable()
  await tagBySomebody(world, { name: 'Late', search: 'status=inactive' })
  const application = await fleetId(world, FLEET)
  await world.request('/v7/application_tag', {
    as: 'devi',
    method: 'POST',
    body: { application, tag_key: 'flotilla.view.00000000', value: '<img src=x onerror=alert(1)>' },
  })
  await manage()
  expect(await team().findByText('Cannot be read: it was changed by hand or is incomplete.')).toBeTruthy()
  await tagBySomebody(world, { name: 'Late', search: 'status=frozen' }, 'PATCH')
  await press('Actions for Late')
  await item('Delete for everyone…')
  await press('Delete view')
  expect(await screen.findByText(/^Somebody else has changed the view Late in the meantime/)).toBeTruthy()
  await press('Cancel')
  expect(await tagsOf(world)).toHaveLength(2)
  await press('Actions for flotilla.view.00000000')
  await item('Delete for everyone…')
  await press('Delete view')
  await waitFor(async () => expect(await tagsOf(world)).toHaveLength(1))
})

test('users who may not edit the fleet’s tags see the reason, and a view that is too long shows by how much [OPS-097]', async () => {
  await openDevices(FLEET, `?q=${'x'.repeat(1200)}`, { as: 'olive' })
  await screen.findByText('No devices match these filters')
  await press('Views')
  await item('Save this view…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  const box = dialog.getByRole('checkbox', { name: /^Share it with everyone/ })
  expect(reasonOf(box)).toMatch(/^This view is too long to be shared: 1,2\d\d of 1,000 characters/)
  await userEvent.click(box)
  expect(box).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
  await findTable()
  await press('Views')
  await item('Save this view…')
  const again = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await waitFor(() =>
    expect(reasonOf(again.getByRole('checkbox', { name: /^Share it with everyone/ }))).toMatch(
      /role|may|Only/,
    ),
  )
})
