import { test } from 'vitest'
import { developers, expectOnlyAllowed, subject } from './permission-attempts.ts'
import type { Attempt } from './permission-attempts.ts'
import { cloudOfFile } from './use-cloud.ts'

const refusals = cloudOfFile(subject)

const TESS =
  "/v7/organization_membership?$filter=is_member_of__organization eq 1 and user/any(u:u/username eq 'tess')"

test.each<[what: string, attempt: Attempt]>([
  [
    'creating a team [PERM-039]',
    {
      method: 'POST',
      path: () => '/v7/team',
      body: () => ({ name: 'Night shift', belongs_to__organization: 1 }),
      watch: () => "/v7/team?$filter=name eq 'Night shift'",
      allowed: ['ada'],
    },
  ],
  [
    'giving a team a fleet [PERM-070, PERM-089, PERM-090]',
    {
      method: 'PATCH',
      path: ({ fleet: id }) => `/v7/team_application_access?$filter=grants_access_to__application eq ${id}`,
      body: () => ({ application_membership_role: 5 }),
      watch: ({ fleet: id }) =>
        `/v7/team_application_access?$select=application_membership_role&$filter=grants_access_to__application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    "changing a fleet member's role [PERM-068, PERM-086, PERM-088, PERM-110]",
    {
      method: 'PATCH',
      path: ({ fleet: id }) => `/v7/user_application_membership?$filter=is_member_of__application eq ${id}`,
      body: () => ({ application_membership_role: 5 }),
      watch: ({ fleet: id }) =>
        `/v7/user_application_membership?$select=application_membership_role&$filter=is_member_of__application eq ${id}`,
      allowed: ['ada'],
    },
  ],
  [
    'removing a fleet member [PERM-069, PERM-087, PERM-088]',
    {
      method: 'DELETE',
      path: ({ fleet: id }) =>
        `/v7/user_application_membership?$filter=is_member_of__application eq ${id} and user/any(u:u/username eq 'olive')`,
      watch: ({ fleet: id }) =>
        `/v7/user_application_membership?$select=id&$filter=is_member_of__application eq ${id}`,
      // Olive removes her own membership.
      allowed: [...developers, 'pat', 'olive'],
    },
  ],
  [
    'tagging a member [PERM-040]',
    {
      method: 'PATCH',
      path: () => "/v7/organization_membership_tag?$filter=tag_key eq 'office'",
      body: () => ({ value: 'moon' }),
      watch: () => '/v7/organization_membership_tag?$select=value',
      allowed: ['ada'],
    },
  ],
  [
    'adding a member to the organization [PERM-038, PERM-100, PERM-101]',
    {
      method: 'POST',
      path: () => '/v7/organization_membership',
      body: () => ({ is_member_of__organization: 1, username: 'nils' }),
      watch: () => '/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 1',
      allowed: ['ada', 'pat'],
    },
  ],
  [
    'making a member an administrator [PERM-003, PERM-038, PERM-100, PERM-101]',
    {
      method: 'PATCH',
      path: () => TESS,
      body: () => ({ organization_membership_role: 1 }),
      watch: () => `${TESS}&$select=organization_membership_role`,
      allowed: ['ada', 'pat'],
    },
  ],
  [
    'removing a member from the organization [PERM-038, PERM-100, PERM-101]',
    {
      method: 'DELETE',
      path: () => TESS,
      watch: () => '/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 1',
      allowed: ['ada', 'pat'],
    },
  ],
  [
    'inviting somebody to the organization [PERM-038]',
    {
      method: 'POST',
      path: () => '/v7/invitee__is_invited_to__organization',
      body: () => ({ is_invited_to__organization: 1, invitee: 'new@example.com' }),
      watch: () => '/v7/organization_invite?$select=id',
      allowed: ['ada'],
    },
  ],
  [
    'renaming a team [PERM-039, PERM-107]',
    {
      method: 'PATCH',
      path: () => "/v7/team?$filter=name eq 'Firmware'",
      body: () => ({ name: 'Night shift' }),
      watch: () => '/v7/team?$select=name',
      allowed: ['ada'],
    },
  ],
  [
    'deleting a team [PERM-039, PERM-104]',
    {
      method: 'DELETE',
      path: () => "/v7/team?$filter=name eq 'Firmware'",
      watch: () => '/v7/team?$select=name',
      allowed: ['ada'],
    },
  ],
  [
    'adding a member to a team [PERM-103, PERM-104, PERM-105]',
    {
      method: 'POST',
      path: () => '/v7/team_membership',
      body: () => ({ is_member_of__team: 1, username: 'tess' }),
      watch: () => '/v7/team_membership?$select=id',
      allowed: ['ada'],
    },
  ],
  [
    'removing a member from a team [PERM-104, PERM-106]',
    {
      method: 'DELETE',
      path: () => "/v7/team_membership?$filter=user/any(u:u/username eq 'tess')",
      prepare: () => ['team_membership', { is_member_of__team: 1, username: 'tess' }],
      watch: () => "/v7/team_membership?$select=id&$filter=user/any(u:u/username eq 'tess')",
      allowed: ['ada'],
    },
  ],
  [
    'adding a member to a fleet [PERM-068, PERM-086, PERM-088, PERM-108, PERM-109]',
    {
      method: 'POST',
      path: () => '/v7/user_application_membership',
      body: ({ fleet: id }) => ({ is_member_of__application: id, username: 'tess' }),
      watch: ({ fleet: id }) =>
        `/v7/user_application_membership?$select=id&$filter=is_member_of__application eq ${id}`,
      allowed: ['ada'],
    },
  ],
  [
    'adding a fleet to a team [PERM-089, PERM-090, PERM-111]',
    {
      method: 'POST',
      path: () => '/v7/team_application_access',
      prepare: () => ['team', { name: 'Guests', belongs_to__organization: 1 }],
      body: ({ fleet: id, freeTeam }) => ({
        team: freeTeam,
        grants_access_to__application: id,
        application_membership_role: 1,
      }),
      watch: ({ fleet: id }) =>
        `/v7/team_application_access?$select=id&$filter=grants_access_to__application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'taking a fleet from a team [PERM-071, PERM-089, PERM-090]',
    {
      method: 'DELETE',
      path: ({ fleet: id }) =>
        `/v7/team_application_access?$filter=grants_access_to__application eq ${id} and team/any(t:t/name eq 'Field operations')`,
      watch: ({ fleet: id }) =>
        `/v7/team_application_access?$select=id&$filter=grants_access_to__application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
])('%s requires the permission', async (_what, attempt) => {
  await expectOnlyAllowed(attempt, refusals())
})
