import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialogNamed } from '../dialogs.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'

async function openCreate(one: 'fleet' | 'app' | 'block', options: Parameters<typeof openWorld>[1] = {}) {
  const opened = await openWorld(`/${one}s`, options)
  await findHeading(`${one.charAt(0).toUpperCase()}${one.slice(1)}s`)
  await userEvent.click(screen.getByRole('button', { name: `Create ${one}` }))
  const dialog = await dialogNamed(`Create ${one === 'app' ? 'an' : 'a'} ${one}`)
  return { ...opened, dialog }
}

async function fill(dialog: Awaited<ReturnType<typeof openCreate>>['dialog'], name: string) {
  await userEvent.selectOptions(
    await within(dialog.getByRole('combobox', { name: 'Organization' }))
      .findByRole('option', { name: 'Acme Logistics' })
      .then(() => dialog.getByRole('combobox', { name: 'Organization' })),
    'Acme Logistics',
  )
  await write(dialog.getByRole('textbox', { name: 'Name' }), name)
  const type = dialog.getByRole('combobox', { name: 'Default device type' })
  await within(type).findByRole('option', { name: 'Raspberry Pi 5' })
  await userEvent.selectOptions(type, 'Raspberry Pi 5')
}

test.each(['fleet', 'app', 'block'] as const)(
  'a new %s is created and its page opens [FLEET-005, FLEET-011, FLEET-013, FLEET-014, FLEET-017, CALL-003, PERM-037, PERM-072]',
  async (one) => {
    const { world, asked, dialog } = await openCreate(one)
    const submit = () => dialog.getByRole('button', { name: `Create ${one}` })
    expect(reasonOf(submit())).toBe('Missing required attributes: organization, name and device type')
    await userEvent.click(submit())
    expect(writes(asked)).toEqual([])
    await fill(dialog, `new-${one}`)
    await userEvent.click(submit())
    await findHeading(`new-${one}`)
    const id = await fleetId(world, `new-${one}`)
    expect(address()).toBe(`/${one}s/${id}`)
    const [row] = await world.rows(
      `/v7/application(${id})?$select=is_of__class,slug&$expand=organization($select=name),is_for__device_type($select=slug)`,
      'ada',
    )
    expect(row).toMatchObject({
      is_of__class: one,
      slug: `acme_logistics/new-${one}`,
      organization: [{ name: 'Acme Logistics' }],
      is_for__device_type: [{ slug: 'raspberrypi5' }],
    })
  },
)

test('the button requires organization, name and device type [FLEET-020, FLEET-021]', async () => {
  const { dialog, asked } = await openCreate('fleet')
  const submit = () => dialog.getByRole('button', { name: 'Create fleet' })
  const missing = 'Missing required attributes: organization, name and device type'
  await fill(dialog, 'new-fleet')
  expect(reasonOf(submit())).toBeUndefined()
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }))
  expect(reasonOf(submit())).toBe(missing)
  await write(dialog.getByRole('textbox', { name: 'Name' }), 'new-fleet')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Default device type' }), '')
  expect(reasonOf(submit())).toBe(missing)
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])
})

test('a name that exists or is invalid is rejected [FLEET-022, FLEET-030, FLEET-031, FLEET-032, FLEET-033]', async () => {
  const { dialog, asked } = await openCreate('fleet')
  await fill(dialog, 'Cold-Chain-EU')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Acme Logistics already has one called Cold-Chain-EU. Choose another name.',
  )
  const name = dialog.getByRole('textbox', { name: 'Name' })
  for (const [written, problem] of [
    ['abc', 'A name must have at least 4 characters.'],
    ['cold chain', 'A name can contain only letters, digits, hyphens and underscores.'],
    ['-cold', 'A name must start with a letter or a digit.'],
    ['_cold', 'A name must start with a letter or a digit.'],
  ] as const) {
    await userEvent.clear(name)
    await write(name, written)
    expect(dialog.getByRole('alert').textContent).toBe(problem)
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Create fleet' }))
  expect(writes(asked)).toEqual([])
})

test('a name can be suggested [FLEET-016, FLEET-024]', async () => {
  const { dialog } = await openCreate('fleet')
  await userEvent.click(dialog.getByRole('button', { name: 'Suggest a name' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toMatch(/^[a-z]+-[a-z]+$/)
})

test('a suggested name does not exist in the organization, in any case [FLEET-025]', async () => {
  // Random choices always pick the first option.
  const chance = vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => numbers)
  const { dialog } = await openCreate('fleet', {
    change: (url, rows) =>
      /\/v7\/application\?\$select=id,app_name&/.test(url)
        ? [...rows, { id: 9_001, app_name: 'AMBER-Anchor' }, { id: 9_002, app_name: 'amber-birch' }]
        : rows,
  })
  await fill(dialog, '')
  await userEvent.click(dialog.getByRole('button', { name: 'Suggest a name' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('amber-anchor-0')
  chance.mockRestore()
})

test('discontinued device types are shown on request [FLEET-018, FLEET-028, CALL-022]', async () => {
  const { dialog, asked } = await openCreate('fleet', {
    change: (url, rows) =>
      url.includes('is_default_for__application(')
        ? rows.map((row) =>
            row['slug'] === 'raspberrypi3' ? { ...row, is_default_for__application: [] } : row,
          )
        : rows,
  })
  const type = dialog.getByRole('combobox', { name: 'Default device type' })
  await within(type).findByRole('option', { name: 'Raspberry Pi 5' })
  expect(within(type).queryByRole('option', { name: /^Raspberry Pi 3( \(discontinued\))?$/ })).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Show discontinued device types' }))
  expect(within(type).getByRole('option', { name: 'Raspberry Pi 3 (discontinued)' })).toBeVisible()
  expect(asked.some(({ url }) => url.includes('$expand=is_of__cpu_architecture'))).toBe(true)
})

test('with one organization there is nothing to select [FLEET-015]', async () => {
  const { dialog } = await openCreate('fleet', {
    change: (url, rows) =>
      url.includes('/v7/organization?') ? rows.filter((row) => row['name'] === 'Acme Logistics') : rows,
  })
  const picker = dialog.getByRole('combobox', { name: 'Organization' })
  await waitFor(() => expect((picker as HTMLSelectElement).selectedOptions[0]?.text).toBe('Acme Logistics'))
  expect(reasonOf(picker)).toBe('There is no other organization where you can create one')
})

test('a response without an id is an error, and the form stays [FLEET-023]', async () => {
  const { dialog } = await openCreate('fleet', {
    answer: (request) =>
      request.method === 'POST' && request.url.endsWith('/v7/application') ? json({}, 201) : undefined,
  })
  await fill(dialog, 'new-fleet')
  await userEvent.click(dialog.getByRole('button', { name: 'Create fleet' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Could not find id of the new fleet')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('new-fleet')
})

test.each(['devi', 'mel'] as const)(
  '%s administers no organization and cannot create anything [PERM-102, PERM-037]',
  async (as) => {
    await openWorld('/fleets', { as })
    await findHeading('Fleets')
    const create = screen.getByRole('button', { name: 'Create fleet' })
    await waitFor(() =>
      expect(reasonOf(create)).toBe('Only administrators of an organization can create fleets in it'),
    )
    await userEvent.click(create)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a user who administers nothing sees that when opening the URL of the dialog [PERM-102]', async () => {
  const { asked } = await openWorld('/fleets?create=new', { as: 'devi' })
  const dialog = await dialogNamed('Create a fleet')
  const why = 'Only administrators of an organization can create fleets in it'
  expect(await dialog.findAllByText(why)).not.toEqual([])
  const submit = dialog.getByRole('button', { name: 'Create fleet' })
  expect(reasonOf(submit)).toBe(why)
  await userEvent.click(submit)
  expect(writes(asked)).toEqual([])
})
