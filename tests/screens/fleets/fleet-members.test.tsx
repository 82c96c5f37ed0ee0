import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { roleText } from '@/messages/fleets/fleet-members.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { findHeading } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'

const page =
  (tab: 'members' | 'teams', name = 'cold-chain-eu', list = 'fleets') =>
  async (world: TestCloud) =>
    `/${list}/${await fleetId(world, name)}/${tab}`

const rowOf = async (table: string, name: string) => {
  const tableElement = within(await screen.findByRole('table', { name: table }))
  return within(await tableElement.findByRole('row', { name: new RegExp(name) }))
}
const MEMBERS = 'Members with a direct role'
const TEAMS = 'Teams with access'
const INVITED = 'Pending invitations'

async function roleOn(world: TestCloud, resource: string, where: string) {
  const rows = await world.rows(
    `/v7/${resource}?$select=id&$expand=application_membership_role($select=name)&$filter=${where}`,
    'ada',
  )
  return rows.map((row) => (row['application_membership_role'] as { name: string }[])[0]?.name)
}
const ofMember = (username: string, fleet: string) =>
  `user/any(u:u/username eq '${username}') and is_member_of__application/any(a:a/app_name eq '${fleet}')`

test('the members of a fleet are listed with their roles [CALL-013, PERM-010, PERM-013]', async () => {
  await openWorld(page('members'))
  await findHeading('Members')
  expect((await rowOf(MEMBERS, 'sadie')).getByText('Limited developer')).toBeVisible()
  expect((await rowOf(MEMBERS, 'sol')).getByText('Limited operator')).toBeVisible()
  expect((await rowOf(MEMBERS, 'olive')).getByText('Observer')).toBeVisible()
})

test.each([
  ['a fleet', page('members'), MEMBERS],
  [
    'an organization',
    async (world: TestCloud) => {
      const [row] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
      return `/orgs/${Number(row?.id)}/members`
    },
    'Members of the organization',
  ],
])('the members of %s are shown while the invitations are still read', async (_, path, members) => {
  const held = Promise.withResolvers<undefined>()
  await openWorld(path, {
    answer: async (request) => {
      if (/_invite\b/.test(new URL(request.url).pathname)) await held.promise
      return undefined
    },
  })
  await findHeading('Members')
  expect(
    within(await screen.findByRole('table', { name: members })).getAllByRole('row').length,
  ).toBeGreaterThan(2)
  expect(screen.queryByText('Pending invitations appear here')).toBeNull()
  held.resolve(undefined)
  expect(await screen.findByText('Pending invitations appear here')).toBeVisible()
})

test('a member of the organization is added; without a selection nothing is sent [FLEET-044, CALL-010, PERM-006, PERM-068, PERM-086, PERM-099, PERM-114]', async () => {
  const { world, asked } = await openWorld(page('members'))
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
  const dialog = await dialogNamed('Add a member')
  const submit = () => dialog.getByRole('button', { name: 'Add member' })
  expect(reasonOf(submit())).toBe('No target received: choose a person')
  const nobody = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Member of the organization' })
  expect([nobody.value, nobody.selectedOptions[0]?.textContent]).toEqual(['', 'Choose a member'])
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Observer/ }).checked).toBe(true)
  // Administrators have that role through the organization.
  const roles = ['Developer', 'Limited developer', 'Operator', 'Limited operator', 'Observer']
  expect(
    dialog
      .getAllByRole('radio')
      .map((radio) => roles.find((role) => radio.closest('label')?.textContent?.startsWith(role)))
      .filter((role) => role !== undefined),
  ).toEqual(roles)
  expect(dialog.queryByRole('radio', { name: /^Administrator/ })).toBeNull()

  const who = dialog.getByRole('combobox', { name: 'Member of the organization' })
  await within(who).findByRole('option', { name: 'mel' })
  expect(within(who).queryByRole('option', { name: 'olive' })).toBeNull()
  await userEvent.selectOptions(who, 'mel')
  await userEvent.click(dialog.getByRole('radio', { name: /^Operator/ }))
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect(await screen.findByText('mel added')).toBeVisible()
  expect((await rowOf(MEMBERS, 'mel')).getByText('Operator')).toBeVisible()
  expect(writes(asked)).toEqual(['POST /v7/user_application_membership'])
  expect(await roleOn(world, 'user_application_membership', ofMember('mel', 'cold-chain-eu'))).toEqual([
    'operator',
  ])
})

test('a role is changed, and a member is removed [CALL-011, CALL-012, PERM-110, PERM-069]', async () => {
  const { world } = await openWorld(page('members'))
  await findHeading('Members')
  await userEvent.click((await rowOf(MEMBERS, 'olive')).getByRole('button', { name: 'Change role of olive' }))
  const dialog = await dialogNamed('Role of olive')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Observer/ })))
  await userEvent.click(dialog.getByRole('radio', { name: /^Limited operator/ }))
  const submit = () => dialog.getByRole('button', { name: 'Change role' })
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  expect((await rowOf(MEMBERS, 'olive')).getByText('Limited operator')).toBeVisible()
  const where = ofMember('olive', 'cold-chain-eu')
  expect(await roleOn(world, 'user_application_membership', where)).toEqual(['safe-operator'])

  await userEvent.click((await rowOf(MEMBERS, 'olive')).getByRole('button', { name: 'Remove olive' }))
  await userEvent.click((await dialogNamed('Remove olive?')).getByRole('button', { name: 'Remove member' }))
  await untilClosed()
  // The button was removed with its row, so the table has the focus.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: MEMBERS })))
  expect(await screen.findByText('olive removed')).toBeVisible()
  expect(await roleOn(world, 'user_application_membership', where)).toEqual([])
})

test('a person is invited by email, but not twice; a pending invitation can be revoked, and its link is then invalid [INVITE-001, INVITE-002, INVITE-004, INVITE-006, INVITE-015, INVITE-016, INVITE-017]', async () => {
  const { world, asked } = await openWorld(page('members'))
  await findHeading('Members')
  expect(screen.getByText('Pending invitations appear here')).toBeVisible()
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
    const dialog = await dialogNamed('Add a member')
    await userEvent.click(dialog.getByRole('radio', { name: 'By email' }))
    return dialog
  }
  let dialog = await open()
  expect(reasonOf(dialog.getByRole('button', { name: 'Send invitation' }))).toBe(
    'No target received: choose a person',
  )
  // It is the email of another person, so the browser must not fill it in.
  expect(dialog.getByRole('textbox', { name: 'Email address' })).toHaveAttribute('autocomplete', 'off')
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'nobody')
  expect(dialog.getByRole('alert').textContent).toBe('Enter a valid email address.')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Email address' }))
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'guest@example.org')
  await write(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Welcome')
  await userEvent.click(dialog.getByRole('radio', { name: /^Developer/ }))
  const submit = () => dialog.getByRole('button', { name: 'Send invitation' })
  await waitFor(() => expect(reasonOf(submit())).toBeUndefined())
  await userEvent.click(submit())
  await untilClosed()
  const row = await rowOf(INVITED, 'guest@example.org')
  const lists = asked
    .map(({ url }) => readable(url))
    .filter((url) => url.startsWith('/v7/application_invite?'))
  const ofThis = `is_invited_to__application eq ${await fleetId(world, 'cold-chain-eu')}`
  expect(lists.filter((url) => !url.includes(ofThis))).toEqual([])
  expect(row.getByText('Welcome')).toBeVisible()
  expect(row.getByText('Developer')).toBeVisible()
  const mailbox = await world.request('/__flotilla/emails?to=guest@example.org')
  const [{ link } = { link: undefined }] = (await mailbox.json()) as { link?: string }[]
  expect(link).toMatch(/\/invitation\/./)

  dialog = await open()
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'Guest@example.org')
  expect(reasonOf(dialog.getByRole('button', { name: 'Send invitation' }))).toBe(
    'Guest@example.org is already invited.',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await untilClosed()

  await userEvent.click(
    (await rowOf(INVITED, 'guest@example.org')).getByRole('button', {
      name: 'Revoke invitation of guest@example.org',
    }),
  )
  await userEvent.click(
    (await dialogNamed('Revoke this invitation?')).getByRole('button', { name: 'Revoke invitation' }),
  )
  await untilClosed()
  expect(await world.rows('/v7/application_invite?$select=id', 'ada')).toEqual([])
  expect(writes(asked)).toEqual([
    'POST /v7/application_invite',
    expect.stringMatching(/^DELETE \/v7\/application_invite\(\d+\)$/),
  ])
  expect(await screen.findByText('Pending invitations appear here')).toBeVisible()
  const token = link?.split('/').at(-1)
  const response = await world.request(`/user/v1/invitation/${token}`, { as: 'mel', method: 'POST' })
  expect(response.status).toBe(404)
})

test('an invitation needs no message, and is sent again as it was [INVITE-005]', async () => {
  const { world, asked } = await openWorld(page('members'))
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
  const dialog = await dialogNamed('Add a member')
  await userEvent.click(dialog.getByRole('radio', { name: 'By email' }))
  await write(dialog.getByRole('textbox', { name: 'Email address' }), 'guest@example.org')
  const submit = dialog.getByRole('button', { name: 'Send invitation' })
  await waitFor(() => expect(reasonOf(submit)).toBeUndefined())
  await userEvent.click(submit)
  await untilClosed()
  expect((await rowOf(INVITED, 'guest@example.org')).getByText('–')).toBeVisible()
  expect(await world.rows('/v7/application_invite?$select=message', 'ada')).toEqual([{ message: null }])
  asked.length = 0
  const guest = await rowOf(INVITED, 'guest@example.org')
  const resend = guest.getByRole('button', { name: 'Resend invitation of guest@example.org' })
  await waitFor(() => expect(reasonOf(resend)).toBeUndefined())
  await userEvent.click(resend)
  const again = await dialogNamed('Send this invitation again?')
  await userEvent.click(again.getByRole('button', { name: 'Resend invitation' }))
  await untilClosed()
  expect(await screen.findByText('New invitation sent to guest@example.org')).toBeVisible()
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^DELETE \/v7\/application_invite\?\$filter=id eq \d+$/),
    'POST /v7/application_invite',
  ])
  expect(await world.rows('/v7/application_invite?$select=message', 'ada')).toEqual([{ message: null }])
  const mails = await world.request('/__flotilla/emails?to=guest@example.org')
  expect(await mails.json()).toHaveLength(2)
})

test('the names of members and teams link to their other access in the organization', async () => {
  await openWorld(page('members'))
  await findHeading('Members')
  await userEvent.click((await rowOf(MEMBERS, 'olive')).getByRole('link', { name: 'olive' }))
  await findHeading('olive')
  expect(window.location.pathname).toMatch(/^\/orgs\/\d+\/members\/\d+$/)
})

test('on a free plan some roles are disabled with the reason [PERM-015, PERM-041, PERM-042]', async () => {
  await openWorld(page('members', 'tide-buoys'))
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
  const dialog = await dialogNamed('Add a member')
  const operator = dialog.getByRole('radio', { name: /^Operator/ })
  await waitFor(() => expect(reasonOf(operator)).toBe(roleText.paidOnly))
  await userEvent.click(operator)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Observer/ }).checked).toBe(true)
  expect(reasonOf(dialog.getByRole('radio', { name: /^Limited developer/ }))).toBe(roleText.paidOnly)
  expect(reasonOf(dialog.getByRole('radio', { name: /^Observer/ }))).toBeUndefined()
})

test('a developer may remove members but not add them; an observer only reads, except for their own role [PERM-069, PERM-087, PERM-088]', async () => {
  const { asked } = await openWorld(page('members'), { as: 'devi' })
  await findHeading('Members')
  expect(reasonOf(screen.getByRole('button', { name: 'Add member' }))).toContain('Developer')
  const row = await rowOf(MEMBERS, 'olive')
  expect(reasonOf(row.getByRole('button', { name: 'Change role of olive' }))).toContain('Developer')
  expect(reasonOf(row.getByRole('button', { name: 'Remove olive' }))).toBeUndefined()
  expect(writes(asked)).toEqual([])
})

test('an observer sees who has access, and may give up their own role [PERM-088, PERM-090]', async () => {
  await openWorld(page('members'), { as: 'olive' })
  await findHeading('Members')
  expect(reasonOf(screen.getByRole('button', { name: 'Add member' }))).toContain('Observer')
  const sol = await rowOf(MEMBERS, 'sol')
  expect(reasonOf(sol.getByRole('button', { name: 'Remove sol' }))).toContain('Observer')
  const own = await rowOf(MEMBERS, 'olive')
  expect(own.getByText('you')).toBeVisible()
  expect(reasonOf(own.getByRole('button', { name: 'Remove olive' }))).toBeUndefined()
})

test.each([
  ['members', 'Members'],
  ['teams', 'Teams'],
] as const)(
  'a user without a role here sees that the %s are not accessible [PERM-115]',
  async (tab, title) => {
    const { asked } = await openWorld(page(tab, 'edge-metrics', 'blocks'), { as: 'mel' })
    await findHeading(title)
    expect(screen.getByText('Unauthorized to view/edit')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    expect(asked.some(({ url }) => url.startsWith('/v7/team_application_access'))).toBe(false)
  },
)

test('a dialog lists who has access and why, in a list of at most 300 px [FLEET-042, FLEET-043, PERM-022, PERM-099]', async () => {
  await openWorld(page('members'))
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Who has access' }))
  const dialog = await dialogNamed('Who has access to cold-chain-eu')
  const people = await dialog.findAllByRole('listitem')
  expect(people[0]?.textContent).toContain('administrator of the organization')
  const texts = people.map(({ textContent }) => textContent)
  expect(texts.some((text) => text.includes('Operator, through the team Field operations'))).toBe(true)
  expect(texts.some((text) => text.includes('Observer, direct'))).toBe(true)
  expect(dialog.getByRole('region', { name: 'People with access' }).style.maxHeight).toBe('300px')
})

test('teams are listed, added, given another role and removed [FLEET-012, FLEET-044, PERM-070, PERM-071, PERM-089, TEAM-028]', async () => {
  const { world, asked } = await openWorld(
    async (cloud) => {
      const [acme] = await cloud.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
      const body = { name: 'Night shift', belongs_to__organization: acme?.['id'] }
      await cloud.request('/v7/team', { as: 'ada', method: 'POST', body })
      return page('teams')(cloud)
    },
    { as: 'ada' },
  )
  await findHeading('Teams')
  expect((await rowOf(TEAMS, 'Firmware')).getByText('Developer')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Assign teams' }))
  const dialog = await dialogNamed('Grant teams access')
  const submit = () => dialog.getByRole('button', { name: 'Grant access' })
  expect(reasonOf(submit())).toBe('No target received: choose at least one team')
  const choice = await dialog.findByRole('checkbox', { name: 'Night shift' })
  expect(dialog.queryByRole('checkbox', { name: 'Firmware' })).toBeNull()
  await userEvent.click(submit())
  expect(writes(asked)).toEqual([])
  await userEvent.click(choice)
  await userEvent.click(dialog.getByRole('radio', { name: /^Observer/ }))
  await userEvent.click(submit())
  await untilClosed()
  const where = "team/any(t:t/name eq 'Night shift')"
  expect(await roleOn(world, 'team_application_access', where)).toEqual(['observer'])

  await userEvent.click((await rowOf(TEAMS, 'Night shift')).getByRole('button', { name: /^Change role/ }))
  const role = await dialogNamed('Role of Night shift')
  await userEvent.click(role.getByRole('radio', { name: /^Operator/ }))
  await userEvent.click(role.getByRole('button', { name: 'Change role' }))
  await untilClosed()
  expect(await roleOn(world, 'team_application_access', where)).toEqual(['operator'])

  await userEvent.click((await rowOf(TEAMS, 'Night shift')).getByRole('button', { name: /^Remove/ }))
  await userEvent.click(
    (await dialogNamed('Remove access of Night shift?')).getByRole('button', { name: 'Remove access' }),
  )
  await untilClosed()
  expect(await roleOn(world, 'team_application_access', where)).toEqual([])
  // The other roles of the team, and the other team, are unchanged.
  expect((await rowOf(TEAMS, 'Firmware')).getByText('Developer')).toBeVisible()
  expect(writes(asked)).toEqual([
    'POST /v7/team_application_access',
    expect.stringMatching(/^PATCH \/v7\/team_application_access\(\d+\)$/),
    expect.stringMatching(
      /^DELETE \/v7\/team_application_access\?\$filter=grants_access_to__application eq \d+ and team eq \d+$/,
    ),
  ])
})

test('limited roles are offered only if the platform lists them [PERM-098]', async () => {
  await openWorld(page('members'), {
    change: (url, rows) =>
      url.includes('/v7/application_membership_role?')
        ? rows.filter((row) => !String(row['name']).startsWith('safe-'))
        : rows,
  })
  await findHeading('Members')
  await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
  const dialog = await dialogNamed('Add a member')
  await waitFor(() => expect(dialog.queryByRole('radio', { name: /^Limited/ })).toBeNull())
  expect(dialog.getByRole('radio', { name: /^Operator/ })).toBeVisible()
})

test.each([
  ['sadie', undefined],
  ['omar', 'Operator'],
] as const)('%s may assign teams as the role allows [PERM-089, PERM-090]', async (as, role) => {
  await openWorld(page('teams'), { as })
  await findHeading('Teams')
  const reason = reasonOf(screen.getByRole('button', { name: 'Assign teams' }))
  if (role === undefined) expect(reason).toBeUndefined()
  else expect(reason).toContain(role)
})
