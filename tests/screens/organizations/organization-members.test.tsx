import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { reloadPage } from '../../../src/lib/reload-page.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading, json, refuse, TOKEN_KEY } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { below, membershipOf, ofMember, organizationId, rowOf } from './organization-screens.ts'

vi.mock('../../../src/lib/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeEach(() => vi.mocked(reloadPage).mockClear())

const MEMBERS = 'Members of the organization'
const INVITED = 'Pending invitations'

const roleOf = async (world: TestCloud, name: string) => {
  const [row] = await world.rows(
    `/v7/organization_membership(${await membershipOf(world, name)})?$expand=organization_membership_role($select=name)`,
    'ada',
  )
  const [role] = (row?.['organization_membership_role'] ?? []) as { name: string }[]
  return role?.name
}

test('the members of an organization are listed with role, seat and tags, and pending invitations can be revoked [INVITE-012, INVITE-014, MEMBER-001, MEMBER-002, ROUTE-073]', async () => {
  const { world, asked } = await openWorld(
    async (cloud) => {
      await cloud.request('/v7/organization_invite', {
        as: 'ada',
        method: 'POST',
        body: {
          is_invited_to__organization: await organizationId(cloud),
          invitee: 'guest@example.org',
          message: 'Welcome',
        },
      })
      return below('/members')(cloud)
    },
    { as: 'ada' },
  )
  await findHeading('Members')
  const devi = await rowOf(MEMBERS, 'devi')
  expect(devi.getByText('Member')).toBeVisible()
  expect(devi.getByText('Developer')).toBeVisible()
  expect(devi.getByRole('list', { name: 'Tags of devi' }).textContent).toContain('office')
  const guest = await rowOf(INVITED, 'guest@example.org')
  expect(guest.getByText('Welcome')).toBeVisible()
  const resend = guest.getByRole('button', { name: 'Resend invitation of guest@example.org' })
  await waitFor(() => expect(reasonOf(resend)).toBeUndefined())
  await userEvent.click(resend)
  const resending = await dialogNamed('Send this invitation again?')
  await userEvent.click(resending.getByRole('button', { name: 'Resend invitation' }))
  await untilClosed()
  expect(await screen.findByText('New invitation sent to guest@example.org')).toBeVisible()
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^DELETE \/v7\/organization_invite\?\$filter=id eq \d+$/),
    'POST /v7/organization_invite',
  ])
  const mails = await world.request('/__flotilla/emails?to=guest@example.org')
  expect(await mails.json()).toHaveLength(2)
  asked.length = 0

  await userEvent.click(screen.getByRole('button', { name: 'Revoke invitation of guest@example.org' }))
  const ask = await dialogNamed('Revoke this invitation?')
  await userEvent.click(ask.getByRole('button', { name: 'Revoke invitation' }))
  await untilClosed()
  await waitFor(() => expect(screen.queryByText('guest@example.org')).toBeNull())
  expect(writes(asked)).toEqual([expect.stringMatching(/^DELETE \/v7\/organization_invite\(\d+\)$/)])
  const lists = asked
    .map(({ url }) => readable(url))
    .filter((url) => url.startsWith('/v7/organization_invite?'))
  const ofThis = `is_invited_to__organization eq ${await organizationId(world)}`
  expect(lists.filter((url) => !url.includes(ofThis))).toEqual([])
  expect(await world.rows('/v7/organization_invite?$select=id', 'ada')).toEqual([])
})

test('the role of several members is changed one after another, after showing the cost [MEMBER-011, MEMBER-021, PERM-004]', async () => {
  let underWay = 0
  let most = 0
  const { world, asked } = await openWorld(below('/members'), {
    answer: async (request) => {
      if (request.method !== 'PATCH') return undefined
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => void setTimeout(resolve))
      underWay -= 1
      return undefined
    },
  })
  await findHeading('Members')
  for (const name of ['devi', 'mel', 'olive']) {
    await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  }
  expect(screen.getByText('3 members selected')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Change role' }))
  const dialog = await dialogNamed('Change role of 3 members')
  const submit = () => dialog.getByRole('button', { name: 'Change role' })
  await waitFor(() => expect(reasonOf(submit())).toBe('They already have this role'))
  await userEvent.click(dialog.getByRole('radio', { name: /^Administrator/ }))
  expect(await dialog.findByText('Each administrator beyond the plan costs $49.00 per month.')).toBeVisible()
  // The plan includes three seats of administrators, and Ada has one. Devi's seat is another.
  expect(
    await dialog.findByText(
      'The seat of mel changes from Member to Administrator. It costs nothing extra: the plan includes 3 of these seats.',
    ),
  ).toBeVisible()
  expect(
    dialog.getByText(
      'The seat of olive changes from Observer to Administrator: $49.00 more per month. The 3 seats of this role that the plan includes are taken.',
    ),
  ).toBeVisible()
  // Devi already has a developer seat, which costs the same.
  expect(dialog.queryByText(/The seat of devi rises/)).toBeNull()
  expect(dialog.getByText('Total: $49.00 more per month.')).toBeVisible()
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('Role of 3 members changed to Administrator')).toBeVisible()
  expect(writes(asked)).toHaveLength(3)
  expect(most).toBe(1)
  for (const name of ['devi', 'mel', 'olive']) expect(await roleOf(world, name)).toBe('administrator')
})

test('the only administrator can neither be removed nor lose the role [MEMBER-006, MEMBER-008]', async () => {
  const { world, asked } = await openWorld(below('/members'))
  await findHeading('Members')
  const mel = await rowOf(MEMBERS, 'mel')
  expect(await mel.findByRole('button', { name: 'Remove mel from the organization' })).toBeVisible()
  const ada = await rowOf(MEMBERS, 'ada')
  expect(ada.queryByRole('button', { name: /Leave|Remove/ })).toBeNull()
  await userEvent.click(ada.getByRole('button', { name: 'Change role of ada' }))
  const dialog = await dialogNamed('Change role of ada')
  await userEvent.click(dialog.getByRole('radio', { name: /^Member/ }))
  const submit = dialog.getByRole('button', { name: 'Change role' })
  expect(reasonOf(submit)).toMatch(/^The organization needs at least one administrator/)
  await userEvent.click(submit)
  expect(writes(asked)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await untilClosed()
  await userEvent.click(ada.getByRole('link', { name: 'ada' }))
  await findHeading('ada')
  // The administrators are known by now, because the page shares that data with the list.
  expect(screen.queryByRole('button', { name: /Leave organization|Remove member/ })).toBeNull()
  expect(await roleOf(world, 'ada')).toBe('administrator')
})

test('nobody can be removed until the administrators are known [MEMBER-007, MEMBER-020]', async () => {
  await openWorld(below('/members'), {
    answer: (request) =>
      /is_member_of__organization in \(\d+\).* and .*name eq 'administrator'/.test(readable(request.url))
        ? json({}, 500)
        : undefined,
  })
  await findHeading('Members')
  const mel = await rowOf(MEMBERS, 'mel')
  expect(mel.getByRole('button', { name: 'Change role of mel' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove .* from the organization$/ })).toBeNull()
})

test('members who joined or left are shown after half a minute [MEMBER-025]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { world } = await openWorld(below('/members'))
  await findHeading('Members')
  expect(await screen.findByRole('link', { name: 'mel' })).toBeVisible()
  const path = `/v7/organization_membership(${await membershipOf(world, 'mel')})`
  await world.request(path, { as: 'ada', method: 'DELETE' })
  await act(() => vi.advanceTimersByTimeAsync(28_000))
  expect(screen.getByRole('link', { name: 'mel' })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'mel' })).toBeNull())
})

test('a member is removed from the organization and loses all access from it [MEMBER-024, MEMBER-019]', async () => {
  const { world, asked } = await openWorld(below('/members'))
  await findHeading('Members')
  await userEvent.click(
    await (
      await rowOf(MEMBERS, 'olive')
    ).findByRole('button', {
      name: 'Remove olive from the organization',
    }),
  )
  const ask = await dialogNamed('Remove olive from Acme Logistics?')
  const submit = () => ask.getByRole('button', { name: 'Remove member' })
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('olive removed from the organization')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'olive' })).toBeNull())
  expect(writes(asked)).toEqual([expect.stringMatching(/^DELETE \/v7\/organization_membership\(\d+\)$/)])
  const where = "user/any(u:u/username eq 'olive')"
  for (const resource of ['organization_membership', 'user_application_membership']) {
    expect(await world.rows(`/v7/${resource}?$select=id&$filter=${where}`, 'ada')).toEqual([])
  }
})

test('a member who registered devices that must be updated first cannot be removed, and the devices are listed [MEMBER-022, MEMBER-023]', async () => {
  const { asked } = await openWorld(below('/members'), {
    change: (url, rows) =>
      url.includes('belongs_to__user')
        ? [
            { id: 1, uuid: 'a'.repeat(32), supervisor_version: '6.6.11' },
            { id: 2, uuid: 'b'.repeat(32), supervisor_version: '16.12.4' },
          ]
        : rows,
  })
  await findHeading('Members')
  await userEvent.click(
    await (
      await rowOf(MEMBERS, 'olive')
    ).findByRole('button', {
      name: 'Remove olive from the organization',
    }),
  )
  const ask = await dialogNamed('Remove olive from Acme Logistics?')
  const alert = within(await ask.findByRole('alert'))
  expect(alert.getByText(/Update their supervisor to 7.0.0 or newer first/)).toBeVisible()
  expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `${'a'.repeat(32)} (supervisor 6.6.11)`,
  ])
  const submit = ask.getByRole('button', { name: 'Remove member' })
  expect(reasonOf(submit)).toBe('A device update is required before this can be done')
  await userEvent.click(submit)
  expect(writes(asked)).toEqual([])
})

test('a person is invited by email or username; selecting administrator shows the cost [PERM-001, PERM-003, PERM-004, MEMBER-002, INVITE-001, INVITE-002, INVITE-003, INVITE-004, INVITE-013]', async () => {
  const { world, asked } = await openWorld(below('/members', 'tidewater_research'))
  await findHeading('Members')
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Invite member' }))
    return dialogNamed('Invite member to Tidewater Research')
  }
  let dialog = await open()
  const submit = () => dialog.getByRole('button', { name: 'Send invitation' })
  const roles = dialog
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ value }) => !['email', 'username'].includes(value))
  expect(roles.map((radio) => radio.closest('label')?.textContent?.match(/^[A-Z][a-z]+/)?.[0])).toEqual([
    'Administrator',
    'Member',
  ])
  expect(dialog.getByRole('radio', { name: /^Administrator/ }).closest('label')?.textContent).toContain(
    '+ $49.00',
  )
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'guest@example.org')
  await write(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Come aboard')
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('guest@example.org invited')).toBeVisible()
  expect((await rowOf(INVITED, 'guest@example.org')).getByText('Come aboard')).toBeVisible()

  dialog = await open()
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'Guest@example.org')
  expect(reasonOf(submit())).toBe('Guest@example.org is already invited.')
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  expect(reasonOf(submit())).toBe('Enter an email address or choose a person.')
  // An empty field is not wrong yet.
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  expect(field.getAttribute('aria-required')).toBe('true')
  await write(field, 'guest@')
  expect(reasonOf(submit())).toBe('Enter a valid email address.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(submit())
  expect(writes(asked)).toHaveLength(1)
  await userEvent.click(dialog.getByRole('radio', { name: 'By username' }))
  expect(reasonOf(submit())).toBe('Enter an email address or choose a person.')
  await userEvent.click(submit())
  expect(writes(asked)).toHaveLength(1)
  const who = dialog.getByRole('combobox')
  await within(who).findByRole('option', { name: 'devi' })
  // Ada is already in Tidewater Research.
  expect(within(who).queryByRole('option', { name: 'ada' })).toBeNull()
  await userEvent.selectOptions(who, 'devi')
  await userEvent.click(dialog.getByRole('radio', { name: /^Administrator/ }))
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect((await rowOf(INVITED, 'devi@flotilla.example')).getByText('Administrator')).toBeVisible()
  expect(await world.rows('/v7/organization_invite?$select=message&$orderby=id asc', 'ada')).toEqual([
    { message: 'Come aboard' },
    { message: null },
  ])
  expect(writes(asked)).toEqual(['POST /v7/organization_invite', 'POST /v7/organization_invite'])
})

test('nobody is invited while it is not known who is already invited', async () => {
  const { asked } = await openWorld(below('/members', 'tidewater_research'), {
    answer: ({ url, method }) =>
      method === 'GET' && url.includes('/v7/organization_invite?') ? refuse(500) : undefined,
  })
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Invite member' }))
  const dialog = await dialogNamed('Invite member to Tidewater Research')
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'guest@example.org')
  const submit = dialog.getByRole('button', { name: 'Send invitation' })
  expect(reasonOf(submit)).toBe('It is not known yet who is already invited.')
  await userEvent.click(submit)
  expect(writes(asked)).toEqual([])
})

test('an invitation that the platform rejects shows the error in the dialog, and the input is kept', async () => {
  const { world } = await openWorld(below('/members'))
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Invite member' }))
  const dialog = await dialogNamed('Invite member to Acme Logistics')
  const email = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
  await write(email, 'somebody@example.com')
  const submit = dialog.getByRole('button', { name: 'Send invitation' })
  await waitFor(() => expect(reasonOf(submit)).toBeUndefined())
  // Another administrator has already invited them.
  const body = { invitee: 'somebody@example.com', is_invited_to__organization: 1 }
  await world.request('/v7/organization_invite', { as: 'ada', method: 'POST', body })
  await userEvent.click(submit)
  const alerts = async () => (await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)
  await waitFor(async () => expect((await alerts()).join(' ')).toContain('must be unique'))
  expect(email.value).toBe('somebody@example.com')
  expect(await world.rows('/v7/organization_invite?$select=id', 'ada')).toHaveLength(1)
})

test('a member without the permission sees why, and may leave [MEMBER-009, MEMBER-010]', async () => {
  await openWorld(below('/members'), { as: 'mel' })
  await findHeading('Members')
  expect(reasonOf(screen.getByRole('button', { name: 'Invite member' }))).toContain('Member')
  const olive = await rowOf(MEMBERS, 'olive')
  expect(
    reasonOf(await olive.findByRole('button', { name: 'Remove olive from the organization' })),
  ).toContain('Member')
  const own = await rowOf(MEMBERS, 'mel')
  expect(reasonOf(own.getByRole('button', { name: 'Leave organization' }))).toBeUndefined()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select olive' }))
  const selected = within(screen.getByRole('group', { name: 'Actions on the selected members' }))
  expect(reasonOf(selected.getByRole('button', { name: 'Change role' }))).toContain('Member')
  expect(screen.getByText('Only administrators can see invitations.')).toBeVisible()
})

test('the summary of a member shows role, seat, start, teams, and their access with its source [MEMBER-003, MEMBER-005, ROUTE-074]', async () => {
  await openWorld(ofMember('', 'devi'))
  await findHeading('devi')
  const about = within(screen.getByRole('region', { name: 'About' }))
  const fact = (name: string) => about.getByText(name).nextElementSibling?.textContent
  expect(fact('Company role')).toBe('Member')
  expect(fact('Effective seat role')).toBe('Developer')
  expect(fact('Joined')).toMatch(/ago$/)
  const fleets = within(await screen.findByRole('list', { name: 'Fleets' }))
  const [first] = fleets.getAllByRole('listitem')
  expect(first?.textContent).toBe('bench-labthrough FirmwareDeveloper')
  expect(within(screen.getByRole('list', { name: 'Blocks' })).getAllByRole('listitem')).toHaveLength(2)
  await userEvent.click(
    within(screen.getByRole('list', { name: 'Teams' })).getByRole('link', { name: 'Firmware' }),
  )
  await findHeading('Firmware')
  expect(address()).toMatch(/^\/orgs\/\d+\/teams\/\d+$/)
})

test('the tags of a member are changed on their page', async () => {
  const { world } = await openWorld(ofMember('', 'olive'))
  await findHeading('olive')
  await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }))
  const dialog = await dialogNamed('Tags')
  await write(dialog.getByRole('textbox', { name: 'Tag name' }), 'shift')
  await write(dialog.getByRole('textbox', { name: 'Value' }), 'night')
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  await dialog.findByRole('textbox', { name: 'shift' })
  await userEvent.click(dialog.getByText('Close'))
  await untilClosed()
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Tags of olive' }).textContent).toContain('shift: night'),
  )
  const where = "tag_key eq 'shift'"
  expect(await world.rows(`/v7/organization_membership_tag?$select=value&$filter=${where}`, 'ada')).toEqual([
    { value: 'night' },
  ])
})

test('a member is added to teams, after showing the cost of the seat, and removed from them [MEMBER-004, MEMBER-014, MEMBER-024, TEAM-006, TEAM-009]', async () => {
  const { world, asked } = await openWorld(ofMember('/teams', 'olive'))
  await findHeading('Teams of olive')
  expect(reasonOf(screen.getByRole('button', { name: 'Remove from teams' }))).toBe(
    'Select one item for this action',
  )
  const [add] = screen.getAllByRole('button', { name: 'Add to teams' })
  await userEvent.click(add)
  const dialog = await dialogNamed('Add olive to teams')
  const submit = () => dialog.getByRole('button', { name: 'Add to teams' })
  expect(reasonOf(submit())).toBe('Select one item for this action')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Firmware' }))
  expect(
    await dialog.findByText(
      'The seat of olive changes from Observer to Developer. It costs nothing extra: the plan includes 3 of these seats.',
    ),
  ).toBeVisible()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Field operations' }))
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('olive added to Field operations, Firmware')).toBeVisible()
  expect(writes(asked)).toEqual(['POST /v7/team_membership', 'POST /v7/team_membership'])

  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Firmware' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove from teams' }))
  const ask = await dialogNamed('Remove olive from these teams?')
  await userEvent.click(ask.getByRole('button', { name: 'Remove from teams' }))
  await untilClosed()
  expect(await screen.findByText('olive removed from 1 team')).toBeVisible()
  const teams = await world.rows(
    "/v7/team?$select=name&$filter=team_membership/any(tm:tm/user/any(u:u/username eq 'olive'))",
    'ada',
  )
  expect(teams).toEqual([{ name: 'Field operations' }])
})

test('users who are not administrators cannot change the teams or tags of a member, and see the reason [PERM-040, PERM-103, PERM-106]', async () => {
  const { asked } = await openWorld(ofMember('', 'devi'), { as: 'mel' })
  await findHeading('devi')
  const edit = screen.getByRole('button', { name: 'Edit tags' })
  expect(reasonOf(edit)).toContain('Member')
  await userEvent.click(edit)
  await userEvent.click(screen.getByRole('link', { name: 'Teams', current: false }))
  const add = await screen.findByRole('button', { name: 'Add to teams' })
  expect(reasonOf(add)).toContain('Member')
  await userEvent.click(add)
  expect(reasonOf(screen.getByRole('button', { name: 'Remove from teams' }))).toContain('Member')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(writes(asked)).toEqual([])
})

test('on the fleets of a member, access is granted with the cost of the seat, changed and removed [MEMBER-004, MEMBER-015, MEMBER-016, MEMBER-017, PERM-108, PERM-110]', async () => {
  const { world } = await openWorld(ofMember('/fleets?view=roles', 'mel'))
  await findHeading('Fleets of mel')
  expect(await screen.findByText('Roles of mel on fleets appear here')).toBeVisible()
  const give = screen.getByRole('button', { name: 'Grant access' })
  await waitFor(() => expect(reasonOf(give)).toBeUndefined())
  await userEvent.click(give)
  const dialog = await dialogNamed('Grant mel access to fleets')
  const submit = () => dialog.getByRole('button', { name: 'Grant access' })
  expect(reasonOf(submit())).toBe('No target received: choose at least one fleet')
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'harbor-cams' }))
  for (const [role, cost] of [
    ['Limited developer', '$49.00'],
    ['Developer', '$49.00'],
    ['Observer', undefined],
    ['Limited operator', '$29.00'],
    ['Operator', '$29.00'],
  ] as const) {
    await userEvent.click(dialog.getByRole('radio', { name: new RegExp(`^${role}`) }))
    const notice = new RegExp(
      `^The seat of mel changes from Member to ${role}(: \\${cost} more|\\. It costs nothing)`,
    )
    if (cost !== undefined) expect(await dialog.findByText(notice)).toBeVisible()
    else expect(dialog.queryByText(/^The seat of mel/)).toBeNull()
  }
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('mel now has access to harbor-cams')).toBeVisible()

  const row = () => rowOf('Roles on fleets', 'harbor-cams')
  await userEvent.click((await row()).getByRole('button', { name: 'Change role on harbor-cams' }))
  const role = await dialogNamed('Role on harbor-cams')
  await userEvent.click(role.getByRole('radio', { name: /^Observer/ }))
  await userEvent.click(role.getByRole('button', { name: 'Change role' }))
  await untilClosed()
  expect((await row()).getByText('Observer')).toBeVisible()

  await userEvent.click((await row()).getByRole('button', { name: 'Remove access to harbor-cams' }))
  const ask = await dialogNamed('Remove access to harbor-cams?')
  await userEvent.click(ask.getByRole('button', { name: 'Remove access' }))
  await untilClosed()
  expect(await screen.findByText('Roles of mel on fleets appear here')).toBeVisible()
  const where = "user/any(u:u/username eq 'mel')"
  expect(await world.rows(`/v7/user_application_membership?$select=id&$filter=${where}`, 'ada')).toEqual([])
})

test('a platform administrator signs in as a member with a new session [MEMBER-012, MEMBER-013, MEMBER-018]', async () => {
  const bodies: unknown[] = []
  const { asked } = await openWorld(ofMember('', 'olive'), {
    as: 'pat',
    answer: async (request) => {
      if (request.method === 'PATCH' && request.url.endsWith('/login_'))
        bodies.push(await request.clone().json())
      return undefined
    },
  })
  await findHeading('olive')
  const before = localStorage.getItem(TOKEN_KEY)
  await userEvent.click(screen.getByRole('button', { name: 'Login as user' }))
  const ask = await dialogNamed('Login as olive?')
  await userEvent.click(ask.getByText('Show as a command'))
  expect(screen.getByRole('dialog').textContent).toMatch(/PATCH.*\/login_/)
  await userEvent.click(ask.getByRole('button', { name: 'Login as user' }))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(asked.some(({ method, url }) => method === 'PATCH' && url === '/login_')).toBe(true)
  expect(bodies).toEqual([{ username: 'olive' }])
  const token = localStorage.getItem(TOKEN_KEY) ?? ''
  expect(token).not.toBe(before)
  const claims = JSON.parse(
    atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
  ) as object
  expect(claims).toMatchObject({ id: 6, actualUser: 9 })
})

test('other users cannot sign in as a member [MEMBER-012]', async () => {
  await openWorld(ofMember('', 'olive'))
  await findHeading('olive')
  expect(screen.queryByRole('button', { name: 'Login as user' })).toBeNull()
})
