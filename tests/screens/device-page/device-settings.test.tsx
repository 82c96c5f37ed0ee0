import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed } from '../dialogs.ts'
import { address } from '../open-app.tsx'
import { fleetId } from '../open-world.tsx'
import { openDevice, type DeviceScreen, type OpenDeviceOptions } from './open-device.tsx'

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"

const openSettings = (options: Partial<OpenDeviceOptions> = {}) =>
  openDevice({ where: steady, search: '/settings', ...options })

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const reasonOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

const deviceRow = async ({ world, uuid }: { world: TestCloud; uuid: string }, query = '') => {
  const [row] = await world.rows(`/v7/device(uuid='${uuid}')?${query}`, 'ada')
  return row
}
const roleId = async (world: TestCloud, name: string) => {
  const [row] = await world.rows(
    `/v7/application_membership_role?$select=id&$filter=name eq '${name}'`,
    'ada',
  )
  return row?.['id']
}
const writes = ({ asked }: DeviceScreen) =>
  asked
    .filter(({ method, url }) => method !== 'GET' && url.startsWith('/v7/'))
    .map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)

test('the settings of a device are complete, and delete is in the danger zone [DACT-004, DACT-005]', async () => {
  await openSettings()
  const titles = async (panel: string) =>
    (await section(panel)).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(await titles('General')).toEqual(expect.arrayContaining(['Name', 'Notes', 'Release']))
  expect(await titles('Access')).toEqual(['Public URL', 'Local mode', 'Support access'])
  expect(await titles('System')).toEqual(['Update the operating system', 'Update the supervisor'])
  expect(await titles('Fleet and lifecycle')).toEqual(
    expect.arrayContaining(['Move to another fleet', 'Deactivate']),
  )
  expect(await titles('Dangerous')).toEqual(['Delete'])
})

test('a device is renamed in its settings [DACT-049]', async () => {
  const opened = await openSettings()
  await press('Rename')
  const field = (await dialogNamed('Rename device')).getByRole('textbox', { name: 'Device name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'cellar-door{Enter}')
  expect(await screen.findByText('Renamed to cellar-door')).toBeVisible()
  expect(await deviceRow(opened)).toMatchObject({ device_name: 'cellar-door' })
})

test('a device is pinned to a release found by version, and tracks its fleet again [DACT-051, DACT-052, REL-008, REL-022]', async () => {
  const opened = await openSettings()
  await press('Pin to a release')
  const dialog = await dialogNamed('Pin to a release')
  expect(reasonOf(dialog.getByRole('button', { name: 'Pin' }))).toBe('Choose a release first')
  await userEvent.type(dialog.getByRole('searchbox'), '4.11')
  await waitFor(() => expect(dialog.queryByRole('radio', { name: /4\.12\.1/ })).toBeNull())
  const [first] = await dialog.findAllByRole('radio', { name: /^4\.11/ })
  if (first === undefined) throw new Error('No release 4.11')
  await userEvent.click(first)
  await userEvent.click(dialog.getByRole('button', { name: 'Pin' }))
  const release = await section('Release')
  expect(await release.findByText(/^Pinned to 4\.11/)).toBeVisible()
  expect(writes(opened)).toEqual([expect.stringMatching(/^PATCH \/v7\/device\?\$filter=id in \(\d+\)$/)])

  await press('Track the fleet')
  await userEvent.click(
    (await dialogNamed('Track the fleet’s release?')).getByRole('button', { name: 'Track' }),
  )
  expect(await release.findByText(/^Tracks/)).toBeVisible()
  expect(await deviceRow(opened)).toMatchObject({ is_pinned_on__release: null })
})

test('the public URL is turned on and off [DACT-053, ERR-038]', async () => {
  const opened = await openSettings()
  const control = await screen.findByRole('switch', { name: 'Public URL' })
  await userEvent.click(control)
  expect(await screen.findByText('Setting changed successfully')).toBeVisible()
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  expect(await screen.findByRole('link', { name: new RegExp(`https://${opened.uuid}\\.`) })).toBeVisible()
  await userEvent.click(control)
  await waitFor(async () => expect(await deviceRow(opened)).toMatchObject({ is_web_accessible: false }))
})

test('a switch that the platform rejects returns to its state, with the reason [ERR-041]', async () => {
  const opened = await openSettings({
    answer: (request) =>
      request.method === 'PATCH'
        ? new Response('The application type does not support web url.', { status: 403 })
        : undefined,
  })
  const control = await screen.findByRole('switch', { name: 'Public URL' })
  await userEvent.click(control)
  expect(await screen.findByText('The setting was not changed')).toBeVisible()
  expect(control.getAttribute('aria-checked')).toBe('false')
  expect(await deviceRow(opened)).toMatchObject({ is_web_accessible: false })
})

test('local mode is turned on and off where it is supported [DACT-054]', async () => {
  const opened = await openSettings({ change: { os_variant: 'dev' } })
  const control = await screen.findByRole('switch', { name: 'Local mode' })
  await userEvent.click(control)
  const variable =
    '$expand=device_config_variable($select=value;$filter=name eq ' + "'RESIN_SUPERVISOR_LOCAL_MODE')"
  await waitFor(async () =>
    expect(await deviceRow(opened, variable)).toMatchObject({ device_config_variable: [{ value: '1' }] }),
  )
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  await userEvent.click(control)
  await waitFor(async () =>
    expect(await deviceRow(opened, variable)).toMatchObject({ device_config_variable: [{ value: '0' }] }),
  )
})

test('a device without local mode shows the reason of the platform’s clients [DACT-042, DACT-055]', async () => {
  await openSettings({ change: { os_variant: 'prod' } })
  const words = 'Local mode is only supported on development OS versions'
  expect(reasonOf(await screen.findByRole('switch', { name: 'Local mode' }))).toBe(words)
  expect((await section('Local mode')).getByText(`Not supported: ${words}`)).toBeVisible()
})

test('support access is suggested for five minutes, granted and revoked [DACT-013, DACT-014, DACT-032, DACT-056]', async () => {
  const opened = await openSettings()
  await press('Grant access')
  const dialog = await dialogNamed('Grant support access')
  const field = dialog.getByLabelText('Until')
  const chosen = Date.parse((field as HTMLInputElement).value)
  const suggested = chosen - Date.now()
  expect(suggested).toBeGreaterThan(3.5 * 60_000)
  expect(suggested).toBeLessThanOrEqual(6 * 60_000)
  await userEvent.click(dialog.getByRole('button', { name: 'Grant access' }))
  expect(await (await section('Support access')).findByText(/has access to this device until/)).toBeVisible()
  const granted = await deviceRow(opened)
  expect(Date.parse(String(granted?.['is_accessible_by_support_until__date']))).toBe(chosen)

  await press('Revoke access')
  const revoke = await dialogNamed('Revoke support access?')
  await userEvent.click(revoke.getByRole('button', { name: 'Revoke access' }))
  await (await section('Support access')).findByText(/has no access to this device/)
  expect(await deviceRow(opened)).toMatchObject({ is_accessible_by_support_until__date: null })
})

test('support access cannot end in the past, and nothing is sent [DACT-031]', async () => {
  const opened = await openSettings()
  await press('Grant access')
  const dialog = await dialogNamed('Grant support access')
  const field = dialog.getByLabelText('Until')
  await userEvent.clear(field)
  await userEvent.type(field, '2020-01-01T10:00')
  const grant = dialog.getByRole('button', { name: 'Grant access' })
  expect(reasonOf(grant)).toBe('The time must not be in the past')
  await userEvent.click(grant)
  expect(writes(opened)).toEqual([])
})

test('support access with a past date is shown as expired [DACT-015]', async () => {
  await openSettings({ change: { is_accessible_by_support_until__date: '2026-01-01T00:00:00.000Z' } })
  expect(await (await section('Support access')).findByText(/Support access expired/)).toBeVisible()
})

test('an administrator moves a device to another fleet with a compatible architecture, which is then shown [DACT-016, DACT-018, DACT-057, DACT-068, ROUTE-068]', async () => {
  const opened = await openSettings()
  await press('Move')
  const dialog = await dialogNamed('Move to another fleet')
  const offered = await dialog.findAllByRole('radio')
  // The releases of kiosk-lobby have another architecture.
  expect(dialog.getByRole('radio', { name: /depot-pilot/ })).not.toHaveAttribute('aria-disabled')
  expect(dialog.queryByRole('radio', { name: /kiosk-lobby/ })).toBeNull()
  const enabled = offered.find((radio) => radio.getAttribute('aria-disabled') === null)
  if (!(enabled instanceof HTMLInputElement)) throw new Error('No fleet to move to')
  await userEvent.click(enabled)
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(address()).toBe(`/fleets/${enabled.value}`))
  expect(await deviceRow(opened)).toMatchObject({ belongs_to__application: { __id: Number(enabled.value) } })
})

test.each([
  ['developer', true],
  ['safe-developer', true],
  ['operator', true],
  ['safe-operator', false],
  ['observer', false],
] as const)(
  'a fleet on which the user is %s can be a target: %s [DACT-017, DACT-019]',
  async (role, expected) => {
    const target = 'depot-pilot'
    const opened = await openSettings({
      as: 'omar',
      before: async (world) => {
        const fleet = await fleetId(world, target)
        const write = (method: string, path: string, body?: Record<string, unknown>) =>
          world.request(path, { as: 'ada', method, ...(body && { body }) })
        await write('DELETE', `/v7/team_application_access?$filter=grants_access_to__application eq ${fleet}`)
        await write('DELETE', `/v7/user_application_membership?$filter=is_member_of__application eq ${fleet}`)
        const given = await write('POST', '/v7/user_application_membership', {
          username: 'omar',
          is_member_of__application: fleet,
          application_membership_role: await roleId(world, role),
        })
        expect(given.status).toBe(201)
      },
    })
    await press('Move')
    const dialog = await dialogNamed('Move to another fleet')
    const radio = await dialog.findByRole('radio', { name: new RegExp(target) })
    expect(radio.getAttribute('aria-disabled')).toBe(expected ? null : 'true')
    expect(reasonOf(radio)).toBe(expected ? undefined : 'Insufficient permission on this fleet')
    await userEvent.click(radio)
    expect(radio).toHaveProperty('checked', expected)
    expect(writes(opened)).toEqual([])
  },
)

test('a device without any compatible fleet shows that [DACT-020]', async () => {
  await openSettings({
    answer: (request) =>
      request.url.includes('/v7/application?') && request.url.includes('is_archived')
        ? Response.json({ d: [] })
        : undefined,
  })
  await press('Move')
  const dialog = await dialogNamed('Move to another fleet')
  expect(await dialog.findByText('No applications with compatible architecture')).toBeVisible()
})

test('an unknown architecture is an error instead of an empty list [DACT-044]', async () => {
  await openSettings({ change: { is_of__device_type: [{ slug: 'unheard-of', name: 'Unheard of' }] } })
  await press('Move')
  const dialog = await dialogNamed('Move to another fleet')
  expect((await dialog.findByRole('alert')).textContent).toContain('Could not find the architecture')
})

test('moving a device with an OS below 2.12.0 warns about its persistent storage [DACT-021]', async () => {
  await openSettings({ change: { os_version: 'balenaOS 2.11.2' } })
  await press('Move')
  const dialog = await dialogNamed('Move to another fleet')
  expect(await dialog.findByText(/below 2\.12\.0 lose the data in their persistent storage/)).toBeVisible()
})

test('an active offline device is deactivated [DACT-030, DACT-062]', async () => {
  const opened = await openSettings({
    where: 'is_connected_to_vpn eq false and is_active eq true and is_frozen eq false',
  })
  await press('Deactivate')
  const dialog = await dialogNamed('Deactivate the device?')
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Operation completed successfully')).toBeVisible()
  expect(await deviceRow(opened)).toMatchObject({ is_active: false })
})

test.each([
  ['is online', {}, 'Device must be offline'],
  ['is inactive already', { is_connected_to_vpn: false, is_active: false }, 'Device is already inactive'],
])(
  'a device that %s cannot be deactivated, with the reason [DACT-034, DACT-035]',
  async (_which, change, reason) => {
    const opened = await openSettings({ change })
    const button = await screen.findByRole('button', { name: 'Deactivate' })
    await waitFor(() => expect(reasonOf(button)).toBe(reason))
    await userEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(writes(opened)).toEqual([])
  },
)

test('an administrator of a free organization sees that deactivating requires another plan [DACT-041]', async () => {
  await openSettings({
    change: { is_connected_to_vpn: false },
    answer: (request) => (request.url.includes('/v7/subscription') ? Response.json({ d: [] }) : undefined),
  })
  const button = await screen.findByRole('button', { name: 'Deactivate' })
  await waitFor(() => expect(reasonOf(button)).toBe('Upgrade plan to enable deactivation'))
})

test('a device is deleted after typing its name, and its fleet is shown [DACT-066, ROUTE-069]', async () => {
  const opened = await openSettings()
  const row = await deviceRow(opened)
  await press('Delete device')
  const dialog = await dialogNamed('Delete the device?')
  const confirm = dialog.getByRole('button', { name: 'Delete device' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(dialog.getByRole('textbox'), String(row?.['device_name']))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete device' }))
  const fleet = await fleetId(opened.world, 'cold-chain-eu')
  await waitFor(() => expect(address()).toBe(`/fleets/${fleet}`))
  expect(await deviceRow(opened)).toBeUndefined()
})

test('a limited operator can rename and pin, and sees why local mode, moving and deleting are disabled [PERM-044, PERM-045, PERM-046]', async () => {
  await openSettings({ as: 'sol' })
  const button = (name: string) => screen.findByRole('button', { name })
  expect(reasonOf(await button('Rename'))).toBeUndefined()
  expect(reasonOf(await button('Pin to a release'))).toBeUndefined()
  for (const name of ['Move', 'Deactivate', 'Delete device']) {
    expect(reasonOf(await button(name))).toContain('Limited operator')
  }
  expect(reasonOf(await screen.findByRole('switch', { name: 'Local mode' }))).toContain('Limited operator')
})

test.each([
  ['ada', true, true],
  ['devi', true, true],
  ['omar', true, true],
  ['sadie', false, false],
  ['sol', false, false],
  ['olive', false, false],
] as const)(
  '%s may delete a device: %s, and update its supervisor and deactivate it: %s [PERM-012, PERM-047, PERM-048, PERM-049, PERM-050, PERM-075, PERM-076]',
  async (as, mayDelete, mayOperate) => {
    await openSettings({ as, change: { is_connected_to_vpn: true } })
    const refused = async (name: string) =>
      reasonOf(await screen.findByRole('button', { name }))?.includes('does not allow this') === true
    expect(await refused('Delete device')).toBe(!mayDelete)
    expect(await refused('Update supervisor')).toBe(!mayOperate)
    expect(await refused('Deactivate')).toBe(!mayOperate)
    // Only an observer may not do this.
    expect(await refused('Update OS')).toBe(as === 'olive')
  },
)

test('the release picker is polled every 15 s [REL-038]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { asked } = await openSettings()
  await press('Pin to a release')
  await (await dialogNamed('Pin to a release')).findByRole('radio', { name: /^4\.11\.0/ })
  const reads = () =>
    asked.filter(({ url }) => /^\/v7\/release\?.*\$top=50/.test(decodeURIComponent(url))).length
  const before = reads()
  await act(() => vi.advanceTimersByTimeAsync(13_000))
  expect(reads()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await waitFor(() => expect(reads()).toBe(before + 1))
})

test('the release picker lists successful releases that are not invalidated [REL-045]', async () => {
  const { asked } = await openSettings({
    before: async (world) => {
      const ofFleet = "belongs_to__application/app_name eq 'cold-chain-eu'"
      const [release] = await world.rows(
        `/v7/release?$select=id&$filter=raw_version eq '4.10.2' and ${ofFleet}`,
        'ada',
      )
      const body = { is_invalidated: true }
      await world.request(`/v7/release(${String(release?.['id'])})`, { method: 'PATCH', as: 'ada', body })
    },
  })
  await press('Pin to a release')
  const dialog = await dialogNamed('Pin to a release')
  expect(await dialog.findByRole('radio', { name: /^4\.11\.0/ })).toBeVisible()
  expect(dialog.queryByRole('radio', { name: /^4\.10\.2/ })).toBeNull()
  const list = asked
    .map(({ url }) => decodeURIComponent(url))
    .find((url) => /^\/v7\/release\?.*\$top=50/.test(url))
  expect(list).toContain("status eq 'success'")
  expect(list).toContain('is_invalidated eq false')
})

test('further releases are on more pages of the picker, and a search starts at the first one', async () => {
  const { asked } = await openSettings({
    before: async (world, { id }) => {
      const [device] = await world.rows(`/v7/device(${id})?$select=belongs_to__application`, 'ada')
      const fleet = (device?.['belongs_to__application'] as { __id: number } | undefined)?.__id
      for (let patch = 0; patch < 51; patch++) {
        const body = {
          belongs_to__application: fleet,
          commit: patch.toString(16).padStart(32, 'e'),
          composition: {},
          status: 'success',
          source: 'cloud',
          start_timestamp: new Date(world.clock.now()).toISOString(),
          semver: `0.0.${patch + 1}`,
        }
        await world.request('/v7/release', { method: 'POST', as: 'ada', body })
      }
    },
  })
  await press('Pin to a release')
  const dialog = await dialogNamed('Pin to a release')
  expect(await dialog.findAllByRole('radio')).toHaveLength(50)
  const first = dialog.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  await waitFor(() => {
    const shown = dialog.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
    expect(shown.filter((value) => first.includes(value))).toEqual([])
  })
  await userEvent.type(dialog.getByRole('searchbox'), '4.1')
  expect(await dialog.findByRole('radio', { name: /^4\.11\.0/ })).toBeVisible()
  await waitFor(() => expect(dialog.queryByRole('radio', { name: /^0\./ })).toBeNull())
  expect(dialog.queryByRole('button', { name: 'Next' })).toBeNull()
  const lists = asked
    .map(({ url }) => decodeURIComponent(url))
    .filter((url) => /^\/v7\/release\?.*\$top=50/.test(url))
  // An empty text does not search.
  expect(lists[0]).not.toContain('contains(')
  expect(lists.at(-1)).toContain('contains(')
})

test('an invalidated release stays in the picker of a device that is pinned to it, with the reason [REL-017]', async () => {
  const opened = await openSettings({
    before: async (world, { id }) => {
      const [release] = await world.rows(
        "/v7/release?$select=id&$filter=raw_version eq '4.10.2' and belongs_to__application/app_name eq 'cold-chain-eu'",
        'ada',
      )
      const as = 'ada'
      const body = { is_pinned_on__release: release?.['id'] }
      await world.request(`/v7/device(${id})`, { method: 'PATCH', as, body })
      const invalid = { is_invalidated: true }
      await world.request(`/v7/release(${String(release?.['id'])})`, { method: 'PATCH', as, body: invalid })
    },
  })
  await press('Pin to another release')
  const dialog = await dialogNamed('Pin to a release')
  const radio = await dialog.findByRole('radio', { name: /^4\.10\.2/ })
  expect(reasonOf(radio)).toBe('This release has been invalidated')
  expect(radio).toBeChecked()
  expect(dialog.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([radio])
  expect(writes(opened)).toEqual([])
})
