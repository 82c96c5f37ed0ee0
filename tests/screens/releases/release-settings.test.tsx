import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { findPanel } from '../device-page/open-device.tsx'
import { address, findHeading, refuse } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { reasonOf, write } from '../variables/variable-screens.ts'
import { changingRelease, releasePage, releaseRow } from './release-screens.ts'

const settings = (fleet: string, semver: string) => releasePage(fleet, semver, '/settings')
const panel = async (name: string) => within(await findPanel(name))

const patches = (asked: readonly { method: string; url: string }[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${readable(url)}`)

test('only the three numbers of a version can be changed [REL-023, REL-046]', async () => {
  const { world, asked } = await openWorld(settings('bench-lab', '0.8.5'))
  const version = await panel('Version')
  const field = version.getByRole('textbox', { name: 'Major.minor.patch' })
  expect(reasonOf(version.getByRole('button', { name: 'Set version' }))).toBe('This is already its version')
  const { id } = await releaseRow(world, 'bench-lab', '0.8.5')
  await userEvent.clear(field)
  await write(field, '0.8.7-rc.1')
  await userEvent.click(version.getByRole('button', { name: 'Set version' }))
  expect(version.getByRole('alert').textContent).toContain('three numbers')
  expect(patches(asked)).toEqual([])
  await userEvent.clear(field)
  await write(field, '0.8.7')
  await userEvent.click(version.getByRole('button', { name: 'Set version' }))
  expect(await screen.findByText('The version is now 0.8.7')).toBeVisible()
  await findHeading('0.8.7')
  expect(patches(asked)).toEqual([`PATCH /v7/release(${id})`])
})

test('a draft is finalized after a warning, permanently [REL-018, REL-019, REL-020, REL-044]', async () => {
  const { world } = await openWorld(settings('bench-lab', '0.9.0'), { as: 'sadie' })
  const finalize = await panel('Finalize')
  await userEvent.click(finalize.getByRole('button', { name: 'Finalize' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Finalize 0\.9\.0/ }))
  expect(
    dialog.getByText('This cannot be undone: a finalized release cannot become a draft again.'),
  ).toBeVisible()
  await userEvent.click(dialog.getByText('Show as a command'))
  const { commit } = await releaseRow(world, 'bench-lab', '0.9.0')
  expect(dialog.getByText(`balena release finalize ${commit}`)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Finalize' }))
  await waitFor(() =>
    expect(reasonOf(finalize.getByRole('button', { name: 'Finalize' }))).toBe('Already finalized'),
  )
  expect(await releaseRow(world, 'bench-lab', '0.9.0', 'is_final')).toMatchObject({ is_final: true })
  await userEvent.click(finalize.getByRole('button', { name: 'Finalize' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a valid release is invalidated with a warning, and an invalid one made valid [REL-015, REL-016, REL-043, DATA-026]', async () => {
  const { world } = await openWorld(settings('cold-chain-eu', '4.12.1'))
  const validity = await panel('Validity')
  await userEvent.click(validity.getByRole('button', { name: 'Invalidate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invalidate 4.12.1?' }))
  expect(
    dialog.getByText('Devices that are not pinned to this release will update to the newest valid one.'),
  ).toBeVisible()
  await write(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'It leaks.')
  await userEvent.click(dialog.getByRole('button', { name: 'Invalidate' }))
  const back = await validity.findByRole('button', { name: 'Validate' })
  expect(
    await releaseRow(world, 'cold-chain-eu', '4.12.1', 'is_invalidated,invalidation_reason'),
  ).toMatchObject({
    is_invalidated: true,
    invalidation_reason: 'It leaks.',
  })
  await userEvent.click(back)
  const second = within(await screen.findByRole('dialog', { name: 'Validate 4.12.1?' }))
  await userEvent.click(second.getByRole('button', { name: 'Validate' }))
  await validity.findByRole('button', { name: 'Invalidate' })
  expect(await releaseRow(world, 'cold-chain-eu', '4.12.1', 'is_invalidated')).toMatchObject({
    is_invalidated: false,
  })
})

test.each(['failed', 'error', 'interrupted', 'cancelled', 'timeout'])(
  'a release whose build is %s can be neither validated nor invalidated [REL-013, REL-014]',
  async (status) => {
    const { asked } = await openWorld(settings('bench-lab', '0.8.4'), {
      change: changingRelease(() => ({ status })),
    })
    const validity = await panel('Validity')
    const button = validity.getByRole('button', { name: 'Invalidate' })
    expect(reasonOf(button)).toBe('A release with a failed build cannot be validated or invalidated.')
    await userEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(patches(asked)).toEqual([])
  },
)

test('an error of the platform is shown in the dialog, and nothing changes', async () => {
  const { world } = await openWorld(settings('cold-chain-eu', '4.11.0'), {
    answer: (request) => (request.method === 'PATCH' ? refuse(500) : undefined),
  })
  await userEvent.click((await panel('Validity')).getByRole('button', { name: 'Invalidate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invalidate 4.11.0?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Invalidate' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'The platform had an internal error. Retry in a moment.',
  )
  expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(await releaseRow(world, 'cold-chain-eu', '4.11.0', 'is_invalidated')).toMatchObject({
    is_invalidated: false,
  })
})

test('a release is deleted after confirmation, and its fleet’s releases are shown [REL-047, PERM-066, PERM-084]', async () => {
  const { world, asked } = await openWorld(settings('bench-lab', '0.8.5'), { as: 'devi' })
  const { id } = await releaseRow(world, 'bench-lab', '0.8.5')
  await userEvent.click((await panel('Danger zone')).getByRole('button', { name: 'Delete release' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete 0\.8\.5/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete release' }))
  await findHeading('Releases')
  expect(address()).toMatch(/^\/fleets\/\d+\/releases$/)
  expect(screen.getByText(/^Release .+ was deleted$/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: /^0\.8\.5/ })).toBeNull())
  expect(patches(asked)).toEqual([`DELETE /v7/release?$filter=id in (${id})`])
  expect(screen.queryByText('This release was deleted')).toBeNull()
})

test('the target release of a fleet cannot be deleted [REL-025]', async () => {
  const { asked } = await openWorld(settings('cold-chain-eu', '4.12.1'))
  const button = (await panel('Danger zone')).getByRole('button', { name: 'Delete release' })
  expect(reasonOf(button)).toBe('Cannot delete pinned releases: this is the target release of its fleet.')
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(patches(asked)).toEqual([])
})

test('a release to which a device is pinned cannot be deleted [REL-024]', async () => {
  const { asked } = await openWorld(async (world) => {
    const { id } = await releaseRow(world, 'cold-chain-eu', '4.10.2')
    const [device] = await world.rows(
      "/v7/device?$select=id&$top=1&$filter=belongs_to__application/app_name eq 'cold-chain-eu'",
      'ada',
    )
    await world.request(`/v7/device(${String(device?.['id'])})`, {
      as: 'ada',
      method: 'PATCH',
      body: { is_pinned_on__release: id },
    })
    return settings('cold-chain-eu', '4.10.2')(world)
  })
  const button = (await panel('Danger zone')).getByRole('button', { name: 'Delete release' })
  expect(reasonOf(button)).toMatch(
    /^Cannot delete pinned releases: \d+ devices? (is|are) pinned to this one\.$/,
  )
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(patches(asked)).toEqual([])
})

test.each([
  ['olive', 'Observer', true, true],
  ['omar', 'Operator', true, true],
  ['sadie', 'Limited developer', false, true],
  ['devi', 'Developer', false, false],
] as const)(
  '%s may change what the role allows [PERM-031, PERM-032, PERM-065, PERM-066, PERM-084, PERM-085]',
  async (as, role, mayNotUpdate, mayNotDelete) => {
    await openWorld(settings('bench-lab', '0.9.0'), { as })
    const reason = async (name: string, button: string) =>
      reasonOf((await panel(name)).getByRole('button', { name: button }))
    const update = [await reason('Finalize', 'Finalize'), await reason('Validity', 'Invalidate')]
    for (const each of update) {
      if (mayNotUpdate) expect(each).toContain(role)
      else expect(each).toBeUndefined()
    }
    const remove = await reason('Danger zone', 'Delete release')
    if (mayNotDelete) expect(remove).toContain(role)
    else expect(remove).toBeUndefined()
  },
)
