import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { fleetRow, setting, settingsOf } from './settings-screens.ts'

async function legacyType(world: TestCloud) {
  const [row] = await world.rows("/v7/application_type?$select=id&$filter=slug eq 'legacy-v2'", 'ada')
  return Number(row?.['id'])
}

const asLegacy = {
  change: (url: string, rows: Record<string, unknown>[]) =>
    url.includes('is_stored_at__repository_url')
      ? rows.map((row) => ({
          ...row,
          is_stored_at__repository_url: null,
          application_type: [
            { id: 2, slug: 'legacy-v2', name: 'Legacy', is_legacy: true, supports_multicontainer: false },
          ],
        }))
      : rows,
}

test('a fleet is renamed, and a name that exists in the organization is rejected [FLEET-061, FLEET-062, FLEET-033, ERR-039, CALL-007, CALL-031]', async () => {
  const { world, asked } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  const id = await fleetId(world, 'depot-pilot')
  await userEvent.click((await setting('Name')).getByRole('button', { name: 'Rename' }))
  const dialog = await dialogNamed('Rename this fleet')
  const field = dialog.getByRole('textbox', { name: 'New name' })
  await userEvent.clear(field)
  await write(field, 'Cold-Chain-EU')
  expect((await dialog.findByRole('alert')).textContent).toContain('already has one called Cold-Chain-EU')
  const submit = () => dialog.getByRole('button', { name: 'Rename' })
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])

  await userEvent.clear(field)
  await write(field, 'depot-test')
  expect(dialog.getByRole('region', { name: 'CLI', hidden: true }).textContent).toBe(
    'balena fleet rename acme_logistics/depot-pilot depot-test',
  )
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('Renamed to depot-test')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({ app_name: 'depot-test' })
  expect(writes(asked)).toEqual([`PATCH /v7/application(${id})`])
})

test('classic and legacy applications cannot be renamed [FLEET-046]', async () => {
  await openWorld(settingsOf('depot-pilot'), asLegacy)
  await findHeading('Settings')
  const rename = (await setting('Name')).getByRole('button', { name: 'Rename' })
  expect(reasonOf(rename)).toBe('Cannot rename classic and legacy applications')
  await userEvent.click(rename)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a legacy application without a repository cannot be made public [FLEET-059, FLEET-060]', async () => {
  await openWorld(settingsOf('depot-pilot'), asLegacy)
  await findHeading('Settings')
  const publish = (await setting('Public')).getByRole('switch', { name: 'Public' })
  expect(reasonOf(publish)).toBe('Must first enter repo url')
  await userEvent.click(publish)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a fleet is made public and private again [FLEET-074, CALL-035]', async () => {
  const { world, asked } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  const id = await fleetId(world, 'depot-pilot')
  const publish = async () => (await setting('Public')).getByRole('switch', { name: 'Public' })
  await userEvent.click(await publish())
  await userEvent.click((await dialogNamed('Make it public?')).getByRole('button', { name: 'Make public' }))
  expect(await screen.findByText('depot-pilot is public')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({ is_public: true })
  await untilClosed()
  await waitFor(async () => expect((await publish()).getAttribute('aria-checked')).toBe('true'))

  await userEvent.click(await publish())
  await userEvent.click((await dialogNamed('Make it private?')).getByRole('button', { name: 'Make private' }))
  expect(await screen.findByText('depot-pilot is no longer public')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({ is_public: false })
  expect(writes(asked)).toHaveLength(2)
})

test('a repository is set, and an empty URL removes it as null [FLEET-069, FLEET-070, CALL-034]', async () => {
  const { world } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  const id = await fleetId(world, 'depot-pilot')
  const open = async () => {
    await userEvent.click((await setting('Repository URL')).getByRole('button'))
    return dialogNamed('Repository URL')
  }
  let dialog = await open()
  const field = () => dialog.getByRole('textbox', { name: 'Repository URL' })
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await write(field(), 'not an address')
  await save()
  expect(dialog.getByRole('alert').textContent).toContain('Enter a full URL')
  await userEvent.clear(field())
  await write(field(), 'https://git.example/depot')
  await save()
  await untilClosed()
  expect(await screen.findByText('Repository URL set')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({
    is_stored_at__repository_url: 'https://git.example/depot',
  })

  await screen.findByText('https://git.example/depot')
  dialog = await open()
  await userEvent.clear(field())
  await save()
  await untilClosed()
  expect(await fleetRow(world, id)).toMatchObject({ is_stored_at__repository_url: null })
})

test('support access is granted until a time, shown and revoked [FLEET-057, FLEET-058, FLEET-072, PERM-096, CALL-008]', async () => {
  const { world } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  const id = await fleetId(world, 'depot-pilot')
  await userEvent.click((await setting('Support access')).getByRole('button', { name: 'Grant access' }))
  const dialog = await dialogNamed('Grant support access')
  const chosen = Date.parse(dialog.getByLabelText<HTMLInputElement>('Until').value)
  await userEvent.click(dialog.getByRole('button', { name: 'Grant access' }))
  await untilClosed()
  expect(await screen.findByText(/^Support access granted until /)).toBeVisible()
  expect(await screen.findByText(/^Support staff have access until /)).toBeVisible()
  const until = (await fleetRow(world, id))?.['is_accessible_by_support_until__date']
  expect(Date.parse(String(until))).toBe(chosen)

  await userEvent.click((await setting('Support access')).getByRole('button', { name: 'Revoke' }))
  await userEvent.click(
    (await dialogNamed('Revoke support access?')).getByRole('button', { name: 'Revoke access' }),
  )
  expect(await screen.findByText('Support access removed')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({ is_accessible_by_support_until__date: null })
})

test('a fleet is pinned to a release and then tracks the latest again [FLEET-050, FLEET-073, CALL-005, CALL-006]', async () => {
  const { world } = await openWorld(settingsOf('kiosk-lobby'))
  await findHeading('Settings')
  const id = await fleetId(world, 'kiosk-lobby')
  const policy = await setting('Devices run')
  expect(reasonOf(policy.getByRole('button', { name: 'Track latest' }))).toBe(
    'It already tracks the latest release',
  )
  await userEvent.click(policy.getByRole('button', { name: 'Pin to a release' }))
  const dialog = await dialogNamed('Pin to a release')
  await userEvent.click(await dialog.findByRole('radio', { name: /^1\.0\.8/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pin' }))
  await untilClosed()
  expect(await screen.findByText('Pinned to release 1.0.8')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({
    should_track_latest_release: false,
    should_be_running__release: [{ raw_version: '1.0.8' }],
  })

  await waitFor(() => expect(reasonOf(policy.getByRole('button', { name: 'Track latest' }))).toBeUndefined())
  await userEvent.click(policy.getByRole('button', { name: 'Track latest' }))
  await userEvent.click(
    (await dialogNamed('Track the latest release?')).getByRole('button', { name: 'Track latest' }),
  )
  expect(await screen.findByText('kiosk-lobby tracks the latest release')).toBeVisible()
  expect(await fleetRow(world, id)).toMatchObject({
    should_track_latest_release: true,
    should_be_running__release: [{ raw_version: '1.0.9' }],
  })
})

test('the default device type is changed to another of its architecture [FLEET-064, CALL-036]', async () => {
  const { world, asked } = await openWorld(settingsOf('kiosk-lobby'))
  await findHeading('Settings')
  const id = await fleetId(world, 'kiosk-lobby')
  await userEvent.click((await setting('Default device type')).getByRole('button'))
  const dialog = await dialogNamed('Change the default device type')
  const field = dialog.getByRole('combobox', { name: 'Default device type' })
  await waitFor(() => expect(within(field).getAllByRole('option')).toHaveLength(2))
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Generic x86_64', 'Intel NUC'])
  await userEvent.selectOptions(field, 'Generic x86_64')
  await userEvent.click(dialog.getByRole('button', { name: 'Change device type' }))
  await untilClosed()
  expect(await fleetRow(world, id)).toMatchObject({ is_for__device_type: [{ slug: 'generic-amd64' }] })
  expect(writes(asked)).toEqual([`PATCH /v7/application?$filter=id in (${id})`])
})

test('an unknown architecture disables the change of the device type [FLEET-049]', async () => {
  await openWorld(settingsOf('kiosk-lobby'), {
    change: (url, rows) =>
      url.includes('is_stored_at__repository_url')
        ? rows.map((row) => ({
            ...row,
            is_for__device_type: [{ id: 9, slug: 'odd', name: 'Odd', is_of__cpu_architecture: [] }],
          }))
        : rows,
  })
  await findHeading('Settings')
  expect(reasonOf((await setting('Default device type')).getByRole('button'))).toBe(
    "Could not find the architecture of the application's device type",
  )
})

test('incompatible types are disabled with the reason [FLEET-047, FLEET-048, FLEET-052, FLEET-053, FLEET-054, FLEET-055, FLEET-056]', async () => {
  const { asked } = await openWorld(settingsOf('kiosk-lobby'), {
    change: (url, rows) =>
      url.startsWith('https://api.platform.example/v7/application_type')
        ? [
            ...rows,
            {
              ...rows[0],
              id: 90,
              slug: 'next',
              name: 'Next',
              needs__os_version_range: '>=9.0.0',
              is_legacy: false,
              supports_multicontainer: true,
            },
            {
              ...rows[0],
              id: 91,
              slug: 'old',
              name: 'Old',
              needs__os_version_range: '<2.0.0',
              is_legacy: false,
              supports_multicontainer: true,
            },
          ]
        : rows,
  })
  await findHeading('Settings')
  await userEvent.click((await setting('Fleet type')).getByRole('button'))
  const dialog = await dialogNamed('Change the fleet type')
  const legacy = await dialog.findByRole('radio', { name: /Legacy/ })
  expect(reasonOf(legacy)).toBe('Cannot downgrade to non multicontainer')
  expect(legacy.closest('label')?.textContent).toContain('unavailable')
  const next = dialog.getByRole('radio', { name: /Next/ })
  await waitFor(() => expect(reasonOf(next)).toBe('Compatible OS version with fleet type not available'))
  expect(next.closest('label')?.textContent).toContain('coming soon')
  expect(dialog.getByRole('radio', { name: /Old/ }).closest('label')?.textContent).toContain('unavailable')
  await userEvent.click(next)
  await userEvent.click(legacy)
  await userEvent.click(dialog.getByRole('button', { name: 'Change type' }))
  expect(writes(asked)).toEqual([])
})

test('a compatible type is set [FLEET-051, FLEET-071, CALL-038]', async () => {
  const { world, asked } = await openWorld(async (cloud) => {
    const id = await fleetId(cloud, 'depot-pilot')
    const body = { application_type: await legacyType(cloud) }
    await cloud.request(`/v7/application(${id})`, { as: 'ada', method: 'PATCH', body })
    return `/fleets/${id}/settings`
  })
  await findHeading('Settings')
  await userEvent.click((await setting('Fleet type')).getByRole('button'))
  const dialog = await dialogNamed('Change the fleet type')
  await userEvent.click(await dialog.findByRole('radio', { name: /Starter/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Change type' }))
  await untilClosed()
  expect(await screen.findByText('The type is now Starter')).toBeVisible()
  const id = await fleetId(world, 'depot-pilot')
  expect(await fleetRow(world, id)).toMatchObject({ application_type: [{ slug: 'microservices-starter' }] })
  expect(writes(asked)).toEqual([`PATCH /v7/application(${id})`])
})

test.each([
  ['devi', 'Developer', { update: true }],
  ['olive', 'Observer', { update: false }],
] as const)(
  '%s may change what the role allows, and sees the reason otherwise [PERM-061, PERM-062, PERM-073, PERM-074, PERM-113]',
  async (person, role, { update }) => {
    await openWorld(settingsOf('cold-chain-eu'), { as: person })
    await findHeading('Settings')
    const edits = await Promise.all(
      ['Name', 'Default device type', 'Support access', 'Repository URL', 'Public', 'Devices run'].map(
        async (name) => {
          const row = await setting(name)
          return [...row.queryAllByRole('button'), ...row.queryAllByRole('switch')]
        },
      ),
    )
    expect(edits.map(({ length }) => length > 0)).toEqual(Array(6).fill(true))
    for (const control of edits.flat()) {
      if (update) expect(reasonOf(control) ?? '').not.toContain(role)
      else {
        expect(reasonOf(control)).toContain(role)
        await userEvent.click(control)
      }
    }
    for (const button of [
      (await setting('Fleet type')).getByRole('button'),
      screen.getByRole('button', { name: 'Transfer' }),
      screen.getByRole('button', { name: 'Delete fleet' }),
    ]) {
      expect(reasonOf(button)).toContain(role)
      await userEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test.each([
  ['label-printer', 'apps', 'app'],
  ['edge-metrics', 'blocks', 'block'],
])(
  '%s has settings of its own class and no tab that only fleets have [FLEET-010]',
  async (name, list, one) => {
    await openWorld(settingsOf(name, list))
    await findHeading('Settings')
    expect(screen.getByRole('button', { name: `Delete ${one}` })).toBeVisible()
    const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Summary',
      'Releases',
      'Members',
      'Teams',
      'Settings',
    ])
  },
)

test('a fleet has all tabs, and keys for users who may read them [FLEET-007, FLEET-009, ROUTE-018]', async () => {
  await openWorld(settingsOf('cold-chain-eu'))
  await findHeading('Settings')
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  await tabs.findByRole('link', { name: 'API keys' })
  expect(
    tabs.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/^\/fleets\/\d+/, '')),
  ).toEqual([
    '',
    '/releases',
    '/devices',
    '/envvars',
    '/config',
    '/members',
    '/teams',
    '/settings',
    '/api-keys',
  ])
})

test.each([
  ['/insights', '/devices/insights', 'Insights'],
  ['/issues', '/devices/issues', 'Issues'],
  ['/rollouts', '/releases/rollouts', 'Rollouts'],
  ['/activity', '/settings/activity', 'Activity'],
])('the earlier address %s leads to %s, a part of its tab', async (old, now, label) => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}${old}?span=week`)
  await waitFor(() => expect(address()).toMatch(new RegExp(`^/fleets/\\d+${now}\\?span=week`)))
  const [, tab = ''] = now.split('/')
  const name = { devices: 'Devices', releases: 'Releases', settings: 'Settings' }[tab] ?? ''
  const parts = within(await screen.findByRole('navigation', { name }))
  expect(parts.getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page')
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
})
