import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { below, idOf, ofTeam, organizationId, rowOf } from './organization-screens.ts'

const TEAMS = 'Teams of the organization'
const IN_TEAM = 'Members of this team'

const namesIn = async (world: TestCloud, team: string) => {
  const rows = await world.rows(
    `/v7/team_membership?$select=id&$expand=user($select=username)&$filter=is_member_of__team/any(t:t/name eq '${team}')`,
    'ada',
  )
  return rows.map((row) => (row['user'] as { username: string }[])[0]?.username).toSorted()
}

test('the teams of the organization are read with members and roles, and polled every half minute [TEAM-015, TEAM-016, TEAM-017, TEAM-018]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { world, asked } = await openWorld(below('/teams'))
  await findHeading('Teams')
  expect((await rowOf(TEAMS, 'Firmware')).getByText('10')).toBeVisible()
  const organization = await organizationId(world)
  const read = asked.map(({ url }) => readable(url)).find((url) => url.startsWith('/v7/team?'))
  expect(read).toMatch(/\?\$select=id,name,created_at&/)
  expect(read).toContain(`&$filter=belongs_to__organization eq ${organization}&`)
  expect(read).toMatch(/team_membership\(.*user\(.*organization_membership\(/)
  expect(read).toMatch(
    /team_application_access\(.*grants_access_to__application\(.*application_membership_role\(/,
  )
  expect(read).toContain('belongs_to__organization($select=id)')
  const body = { name: 'Night shift', belongs_to__organization: organization }
  await world.request('/v7/team', { as: 'ada', method: 'POST', body })
  await act(() => vi.advanceTimersByTimeAsync(28_000))
  expect(screen.queryByRole('link', { name: 'Night shift' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByRole('link', { name: 'Night shift' })).toBeVisible()
})

test('a team is created, renamed and deleted, which returns to the list [ROUTE-075, TEAM-001, TEAM-010, TEAM-011, TEAM-012, TEAM-030, TEAM-024, TEAM-025, TEAM-026]', async () => {
  const { world, asked } = await openWorld(below('/teams'))
  await findHeading('Teams')
  expect((await rowOf(TEAMS, 'Firmware')).getByText('10')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create team' }))
  const dialog = await dialogNamed('Create a team')
  const submit = () => dialog.getByRole('button', { name: 'Create team' })
  expect(reasonOf(submit())).toBe('A team needs a name.')
  const name = dialog.getByRole('textbox', { name: 'Team name' })
  await write(name, 'FIRMWARE')
  expect(reasonOf(submit())).toBe('This organization already has a team called FIRMWARE.')
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])
  await userEvent.clear(name)
  await write(name, 'Night shift')
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('Team Night shift created')).toBeVisible()
  // What was created opens.
  await findHeading('Night shift')
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByRole('link', { name: 'Teams' }),
  )
  await findHeading('Teams')

  const made = await rowOf(TEAMS, 'Night shift')
  await userEvent.click(made.getByRole('button', { name: 'Delete Night shift' }))
  const kept = await dialogNamed('Delete the team Night shift?')
  await userEvent.click(kept.getByRole('button', { name: 'Cancel' }))
  await untilClosed()
  await userEvent.click(made.getByRole('link', { name: 'Night shift' }))
  await findHeading('Night shift')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  const rename = await dialogNamed('Rename Night shift')
  const next = rename.getByRole<HTMLInputElement>('textbox', { name: 'Team name' })
  expect(next.value).toBe('Night shift')
  expect(reasonOf(rename.getByRole('button', { name: 'Rename' }))).toBe('This is already its name')
  await userEvent.clear(next)
  await write(next, 'Late shift')
  await userEvent.click(rename.getByRole('button', { name: 'Rename' }))
  await untilClosed()
  await findHeading('Late shift')
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  await waitFor(() => expect(crumbs.getByText('Late shift')).toBeVisible())

  await userEvent.click(screen.getByRole('button', { name: 'Delete team' }))
  const ask = await dialogNamed('Delete the team Late shift?')
  await userEvent.click(ask.getByRole('button', { name: 'Delete team' }))
  await findHeading('Teams')
  expect(address()).toMatch(/^\/orgs\/\d+\/teams$/)
  expect(await screen.findByText('Team Late shift deleted')).toBeVisible()
  expect(writes(asked)).toEqual([
    'POST /v7/team',
    expect.stringMatching(/^PATCH \/v7\/team\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/team\(\d+\)$/),
  ])
  expect(await world.rows('/v7/team?$select=name&$orderby=name asc', 'ada')).toEqual([
    { name: 'Field operations' },
    { name: 'Firmware' },
  ])
})

test('the summary of a team shows its creation date, members, and its fleets with roles [TEAM-003, TEAM-004, ROUTE-076]', async () => {
  await openWorld(ofTeam('', 'Firmware'))
  await findHeading('Firmware')
  const about = within(screen.getByRole('region', { name: 'About' }))
  expect(about.getByText('Created').nextElementSibling?.textContent).toMatch(/ago$/)
  const fleets = within(screen.getByRole('list', { name: 'Fleets' })).getAllByRole('listitem')
  expect(fleets[0]?.textContent).toBe('bench-labDeveloper')
  expect(within(screen.getByRole('list', { name: 'Blocks' })).getAllByRole('listitem')).toHaveLength(2)
  const members = within(screen.getByRole('list', { name: 'Members' }))
  await userEvent.click(members.getByRole('link', { name: 'devi' }))
  await findHeading('devi')
  expect(address()).toMatch(/^\/orgs\/\d+\/members\/\d+$/)
})

test('several members are added to a team, with the cost of their seats, and removed [TEAM-005, TEAM-009, TEAM-013, TEAM-030, TEAM-021, TEAM-023]', async () => {
  const { world, asked } = await openWorld(ofTeam('/members', 'Firmware'))
  await findHeading('Members of Firmware')
  await userEvent.click(screen.getByRole('button', { name: 'Add members' }))
  const dialog = await dialogNamed('Add members to Firmware')
  const submit = () => dialog.getByRole('button', { name: 'Add members' })
  expect(reasonOf(submit())).toBe('Select one item for this action')
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'omar' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'olive' }))
  expect(dialog.queryByRole('checkbox', { name: 'devi' })).toBeNull()
  expect(
    await dialog.findByText(
      'The seat of omar changes from Operator to Developer. It costs nothing extra: the plan includes 3 of these seats.',
    ),
  ).toBeVisible()
  expect(dialog.getByText(/^The seat of olive changes from Observer to Developer\. /)).toBeVisible()
  expect(dialog.queryByText(/more per month/)).toBeNull()
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('olive, omar are added to Firmware')).toBeVisible()
  expect(await namesIn(world, 'Firmware')).toEqual(['devi', 'olive', 'omar'])

  const remove = screen.getByRole('button', { name: 'Remove members' })
  expect(reasonOf(remove)).toBe('Select one item for this action')
  for (const name of ['devi', 'omar']) {
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await userEvent.click(remove)
  const ask = await dialogNamed('Remove 2 members from this team?')
  expect(ask.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['devi', 'omar'])
  await userEvent.click(ask.getByRole('button', { name: 'Remove members' }))
  await untilClosed()
  expect(await screen.findByText('2 members removed from the team')).toBeVisible()
  expect(await namesIn(world, 'Firmware')).toEqual(['olive'])
  expect(writes(asked)).toEqual([
    'POST /v7/team_membership',
    'POST /v7/team_membership',
    expect.stringMatching(/^DELETE \/v7\/team_membership\?\$filter=/),
  ])
})

test('an administrator who leaves a team returns to the list of teams [TEAM-002, TEAM-007, TEAM-008, TEAM-023]', async () => {
  const { world, asked } = await openWorld(async (cloud) => {
    const body = { username: 'ada', is_member_of__team: await idOf(cloud, 'team', "name eq 'Firmware'") }
    await cloud.request('/v7/team_membership', { as: 'ada', method: 'POST', body })
    return ofTeam('', 'Firmware')(cloud)
  })
  await findHeading('Firmware')
  await userEvent.click(screen.getByRole('button', { name: 'Leave team' }))
  const ask = await dialogNamed('Leave Firmware?')
  await userEvent.click(ask.getByRole('button', { name: 'Leave team' }))
  await findHeading('Teams')
  expect(address()).toMatch(/^\/orgs\/\d+\/teams$/)
  expect(await screen.findByText('You have left Firmware')).toBeVisible()
  expect(await namesIn(world, 'Firmware')).toEqual(['devi'])
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^DELETE \/v7\/team_membership\?\$filter=id in \(\d+\)$/),
  ])
})

test('a user who is not an administrator may leave a team and change nothing else [TEAM-007, TEAM-014, PERM-105, PERM-107]', async () => {
  await openWorld(ofTeam('/members', 'Firmware'), { as: 'devi' })
  await findHeading('Members of Firmware')
  expect(reasonOf(screen.getByRole('button', { name: 'Add members' }))).toContain('Member')
  expect(reasonOf(screen.getByRole('button', { name: 'Remove members' }))).toContain('Member')
  const own = await rowOf(IN_TEAM, 'devi')
  expect(reasonOf(own.getByRole('button', { name: 'Leave team' }))).toBeUndefined()
  await userEvent.click(screen.getByRole('link', { name: 'Summary' }))
  await findHeading('Firmware')
  expect(reasonOf(screen.getByRole('button', { name: 'Rename' }))).toContain('Member')
  expect(reasonOf(screen.getByRole('button', { name: 'Delete team' }))).toContain('Member')
  // On the fleets themselves they are a developer.
  await userEvent.click(screen.getByRole('link', { name: 'Manage: Fleets' }))
  const row = await rowOf('Roles on fleets', 'harbor-cams')
  expect(reasonOf(row.getByRole('button', { name: 'Change role on harbor-cams' }))).toBeUndefined()
  expect(reasonOf(row.getByRole('button', { name: 'Remove access to harbor-cams' }))).toBeUndefined()
})

test('an observer of a fleet sees the roles of a team on it and changes nothing [PERM-090]', async () => {
  await openWorld(ofTeam('/fleets?view=roles', 'Firmware'), { as: 'olive' })
  const row = await rowOf('Roles on fleets', 'harbor-cams')
  expect(reasonOf(row.getByRole('button', { name: 'Change role on harbor-cams' }))).toContain('Observer')
  expect(reasonOf(row.getByRole('button', { name: 'Remove access to harbor-cams' }))).toContain('Observer')
  expect(reasonOf(screen.getByRole('button', { name: 'Grant access' }))).toContain('Member')
})

test('a team gets access to a fleet with a role, after showing the cost of its members’ seats [TEAM-027, PERM-111]', async () => {
  const { world } = await openWorld(
    async (cloud) => {
      const path = await ofTeam('/blocks?view=roles', 'Firmware')(cloud)
      const team = await idOf(cloud, 'team', "name eq 'Firmware'")
      const where = `team eq ${team} and grants_access_to__application/any(a:a/app_name eq 'wifi-setup')`
      await cloud.request(`/v7/team_application_access?$filter=${where}`, { as: 'ada', method: 'DELETE' })
      return path
    },
    { as: 'ada' },
  )
  await findHeading('Blocks of Firmware')
  const give = await screen.findByRole('button', { name: 'Grant access' })
  await waitFor(() => expect(reasonOf(give)).toBeUndefined())
  await userEvent.click(give)
  const dialog = await dialogNamed('Grant Firmware access to blocks')
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'wifi-setup' }))
  expect(dialog.queryByRole('checkbox', { name: 'edge-metrics' })).toBeNull()
  const submit = () => dialog.getByRole('button', { name: 'Grant access' })
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  // The weakest role was preselected.
  expect((await rowOf('Roles on blocks', 'wifi-setup')).getByText('Observer')).toBeVisible()
  const where =
    "team/any(t:t/name eq 'Firmware') and grants_access_to__application/any(a:a/app_name eq 'wifi-setup')"
  expect(await world.rows(`/v7/team_application_access?$select=id&$filter=${where}`, 'ada')).toHaveLength(1)
})
