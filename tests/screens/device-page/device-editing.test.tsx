import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { commonText } from '../../../src/messages/common/common.ts'
import { noteText } from '../../../src/messages/device-page/device.ts'
import { findHeading } from '../open-app.tsx'
import { factOf, findPanel, openDevice } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const refuseOnce = (world: TestCloud, route: string) =>
  world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route, kind: 'status', status: 500, times: 1 },
  })

async function rowOf(world: TestCloud, uuid: string) {
  const [row] = await world.rows(
    `/v7/device(uuid='${uuid}')?$select=device_name,note&$expand=device_tag($select=tag_key,value)`,
    'ada',
  )
  return row
}

test('a device is renamed in place [DEV-018, DACT-049, ERR-039]', async () => {
  const { world, uuid } = await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit name' }))
  const field = await screen.findByRole('textbox', { name: 'Device name' })
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('A device needs a name.')).toBeVisible()

  await userEvent.type(field, 'dock-4-freezer')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await findHeading('dock-4-freezer')
  expect(await rowOf(world, uuid)).toMatchObject({ device_name: 'dock-4-freezer' })
  expect(screen.getByText('Renamed to dock-4-freezer')).toBeVisible()
})

test('a name that fails to save stays in its field, with the reason', async () => {
  const { world, uuid } = await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit name' }))
  const field = await screen.findByRole('textbox', { name: 'Device name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'dock-5')
  await refuseOnce(world, 'PATCH /v7/device*')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Device name' }).value).toBe('dock-5')
  expect((await rowOf(world, uuid))?.device_name).not.toBe('dock-5')
})

test.each([
  [
    'a page of HTML after its “error:” [ERR-018]',
    '<html><body><pre>Error: The name is taken</pre></body></html>',
    'The name is taken',
  ],
  [
    'a long text in its first 500 characters [ERR-017]',
    `${'long '.repeat(99)}enough and more`,
    `${'long '.repeat(99)}enoug`,
  ],
])('a name rejected by the platform is reported as %s', async (_what, said, shown) => {
  await openDevice({
    where: steady,
    answer: ({ method }) =>
      method === 'PATCH'
        ? new Response(said, { status: 400, headers: { 'content-type': 'text/html' } })
        : undefined,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit name' }))
  const field = await screen.findByRole('textbox', { name: 'Device name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'dock-5{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(shown)
})

test('notes are Markdown and edited in place [DEV-015, DACT-050]', async () => {
  const { world, uuid } = await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit notes' }))
  const field = screen.getByRole('textbox', { name: 'Notes, in Markdown' })
  await userEvent.type(field, 'Check the **cable**')
  await refuseOnce(world, 'PATCH /v7/device*')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(field).toHaveProperty('value', 'Check the **cable**')

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const bold = await screen.findByText('cable')
  expect(bold.tagName).toBe('STRONG')
  expect(await rowOf(world, uuid)).toMatchObject({ note: 'Check the **cable**' })
  await userEvent.click(bold)
  expect(screen.getByRole('textbox', { name: 'Notes, in Markdown' })).toHaveProperty(
    'value',
    'Check the **cable**',
  )
})

test('the focus moves into the notes while editing, and back to the pencil after leaving or saving', async () => {
  await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: noteText.edit }))
  expect(screen.getByRole('textbox', { name: noteText.label })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: noteText.discard }))
  expect(screen.getByRole('button', { name: noteText.edit })).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('Check the cable')
  await userEvent.click(screen.getByRole('button', { name: commonText.save }))
  await waitFor(() => expect(screen.getByRole('button', { name: noteText.edit })).toHaveFocus())
})

test('a note runs no script and loads nothing', async () => {
  const note =
    'seen <img src="https://spy.example/x.png"> <script>window.ran = true</script> [go](javascript:alert(1))'
  await openDevice({ where: steady, change: { note } })
  const link = await screen.findByText('go')
  expect(link.getAttribute('href')).toBeNull()
  expect(document.querySelector('img[src*="spy"], script')).toBeNull()
  expect('ran' in window).toBe(false)
})

test('the notes editor describes its syntax [DEV-016]', async () => {
  await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit notes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Markdown syntax' }))
  const dialog = await screen.findByRole('dialog', { name: 'Markdown syntax' })
  expect(within(dialog).getByText('# Heading')).toBeVisible()
})

test('a tag needs a name; tags are added, changed by the same name and removed [TAG-001, TAG-006]', async () => {
  const { world, uuid, asked } = await openDevice({ where: steady })
  await findPanel('Device')
  await userEvent.click(screen.getByRole('button', { name: 'Tag this device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  expect(dialog.getByText('A tag needs a name.')).toBeVisible()
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])

  const add = async (key: string, value: string) => {
    await userEvent.type(dialog.getByRole('textbox', { name: 'Tag name' }), key)
    await userEvent.type(dialog.getByRole('textbox', { name: 'Value' }), value)
    await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Tag name' })).toHaveProperty('value', ''))
  }
  await add('shelf', '3')
  await add('shelf', '4')
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'shelf' })).toHaveProperty('value', '4'))
  expect((await rowOf(world, uuid))?.device_tag).toContainEqual({ tag_key: 'shelf', value: '4' })
  // An existing tag is changed at once, instead of trying to add it first.
  const writes = asked.filter(({ method, url }) => method !== 'GET' && url.startsWith('/v7/device_tag'))
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'PATCH'])

  await userEvent.click(dialog.getByRole('button', { name: 'Remove shelf' }))
  await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'shelf' })).toBeNull())
  expect((await rowOf(world, uuid))?.device_tag).not.toContainEqual({ tag_key: 'shelf', value: '4' })
})

test('an observer sees why nothing can be changed [PERM-044, PERM-051, PERM-055, PERM-059]', async () => {
  await openDevice({ where: steady, as: 'olive' })
  await findPanel('Device')
  for (const name of [
    'Edit name',
    'Edit notes',
    'Tag this device',
    'Restart',
    'Reboot',
    'Restart all',
    'Clear logs',
  ]) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('Observer')
  }
  await userEvent.click(screen.getByRole('button', { name: 'Edit name' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(factOf('Name').textContent).not.toBe('')
})

test('the draft of a note is deleted when signing out', async () => {
  await openDevice({ where: steady })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit notes' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Notes, in Markdown' }), 'Only for me')
  const kept = () =>
    Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes('Only for me'))
  await waitFor(() => expect(kept()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await findHeading('Sign in')
  expect(kept()).toEqual([])
})
