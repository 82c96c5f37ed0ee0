import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ACME, UNKNOWN_ID, ownFleet, ownName } from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const UNAUTHORIZED = { statusCode: 401 }
const INVALID = { code: 'BalenaInvalidParameterError' }
const NO_ORGANIZATION = { code: 'BalenaOrganizationNotFound' }

/** `models.organization` and `models.team`. */
export function organizationMethods(world: SdkWorld): void {
  describe('models.organization', () => {
    let sdk: BalenaSDK
    let mel: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      mel = await world.signedIn('mel')
    })

    const ownOrganization = async () => {
      const { id, handle } = await sdk.models.organization.create({ name: ownName('Harbour') })
      onTestFinished(async () => {
        await sdk.pine.delete({ resource: 'organization', id })
      })
      return { id, handle }
    }

    /** Adds Mel to an organization. */
    const withMel = (organization: number) =>
      sdk.request.send({
        method: 'POST',
        url: '/v7/organization_membership',
        baseUrl: world.url,
        body: { username: 'mel', is_member_of__organization: organization },
      })

    const memberOf = async (organization: number, username: string) =>
      firstOf(
        await sdk.models.organization.membership.getAllByOrganization(organization, {
          $select: ['id', 'user'],
          $filter: { user: { $any: { $alias: 'u', $expr: { u: { username } } } } },
        }),
      )

    test('creates, finds, renames and deletes an organization; its creator is its administrator', async () => {
      const { organization } = sdk.models
      const name = ownName('Harbour')
      const { id, handle } = await organization.create({ name })
      expect(handle).toMatch(/^\w+$/)
      for (const reference of [id, handle])
        expect(await organization.get(reference, { $select: ['id', 'name'] })).toEqual({ id, name })
      expect(await organization.getAll({ $select: 'id' })).toContainEqual({ id })
      expect(
        await organization.membership.getAllByOrganization(handle, {
          $select: 'id',
          $expand: {
            user: { $select: 'username' },
            organization_membership_role: { $select: 'name' },
          },
        }),
      ).toMatchObject([
        { user: [{ username: 'ada' }], organization_membership_role: [{ name: 'administrator' }] },
      ])
      await organization.remove(handle)
      await expect(organization.get(id)).rejects.toMatchObject(NO_ORGANIZATION)
    })

    test('an unknown organization is not found by any method', async () => {
      const { organization, team } = sdk.models
      for (const ask of [
        () => organization.get(UNKNOWN_ID),
        () => organization.get('nobody_inc'),
        () => organization.remove('nobody_inc'),
        () => organization.membership.getAllByOrganization('nobody_inc'),
        () => organization.invite.getAllByOrganization('nobody_inc'),
        () => team.getAllByOrganization('nobody_inc'),
        () => team.create('nobody_inc', 'Crew'),
      ])
        await expect(ask()).rejects.toMatchObject(NO_ORGANIZATION)
    })

    test('a member cannot delete the organization, invite or promote users [PERM-101]', async () => {
      const { organization } = sdk.models
      const { id } = await memberOf(1, 'mel')
      const read = () => organization.membership.get(id)
      const before = await read()
      await expect(mel.models.organization.remove(ACME)).rejects.toMatchObject(UNAUTHORIZED)
      await expect(mel.models.organization.membership.changeRole(id, 'administrator')).rejects.toMatchObject(
        UNAUTHORIZED,
      )
      await expect(
        mel.models.organization.invite.create(ACME, { invitee: 'friend@harbour.example' }),
      ).rejects.toMatchObject(UNAUTHORIZED)
      await expect(mel.models.organization.membership.tags.set(id, 'office', 'rome')).rejects.toMatchObject(
        UNAUTHORIZED,
      )
      expect(await read()).toEqual(before)
      expect(await organization.invite.getAllByOrganization(ACME)).toEqual([])
    })

    test('changes the role of a member, by membership or by user and organization [MEMBER-020, MEMBER-021]', async () => {
      const { membership } = sdk.models.organization
      const own = await ownOrganization()
      await withMel(own.id)
      const { id, user } = await memberOf(own.id, 'mel')
      const options = {
        $select: 'id',
        $expand: { organization_membership_role: { $select: 'name' } },
      } as const
      const pair = { user: user.__id, is_member_of__organization: own.id }
      const as = (name: string) => ({ id, organization_membership_role: [{ name }] })
      expect(await membership.get(pair, options)).toEqual(as('member'))
      await membership.changeRole(id, 'administrator')
      expect(await membership.get(id, options)).toEqual(as('administrator'))
      expect(await membership.getAllByUser('mel', options)).toContainEqual(as('administrator'))
      await membership.changeRole(pair, 'member')
      expect(await membership.get(id, options)).toEqual(as('member'))
      await expect(membership.changeRole(id, 'king')).rejects.toMatchObject({
        code: 'BalenaOrganizationMembershipRoleNotFound',
      })
      await expect(membership.get(UNKNOWN_ID)).rejects.toThrow(/not found/)
      // @ts-expect-error: neither a name nor an id
      await expect(membership.getAllByUser(true)).rejects.toMatchObject(INVALID)
      expect(await membership.get(id, options)).toEqual(as('member'))
    })

    test('removes a member, but not the only administrator [MEMBER-019]', async () => {
      const { membership } = sdk.models.organization
      const own = await ownOrganization()
      await withMel(own.id)
      const ada = await memberOf(own.id, 'ada')
      await expect(membership.remove(ada.id)).rejects.toMatchObject({ statusCode: 400 })
      await expect(membership.changeRole(ada.id, 'member')).rejects.toMatchObject({ statusCode: 400 })
      const { id } = await memberOf(own.id, 'mel')
      await membership.remove(id)
      expect(await membership.getAllByOrganization(own.id, { $select: 'id' })).toEqual([{ id: ada.id }])
    })

    test('sets, changes, lists and removes tags of a member [PERM-040]', async () => {
      const { tags } = sdk.models.organization.membership
      const own = await ownOrganization()
      const { id } = await memberOf(own.id, 'ada')
      await tags.set(id, 'office', 'rotterdam')
      await tags.set(id, 'office', 'hamburg')
      const office = [{ tag_key: 'office', value: 'hamburg' }]
      const options = { $select: ['tag_key', 'value'] as ('tag_key' | 'value')[] }
      expect(await tags.getAllByOrganizationMembership(id, options)).toEqual(office)
      expect(await tags.getAllByOrganization(own.handle, options)).toEqual(office)
      await tags.remove(id, 'office')
      expect(await tags.getAllByOrganization(own.id)).toEqual([])
    })

    test('sends, lists and revokes an invitation [INVITE-012, INVITE-013, INVITE-014]', async () => {
      const { invite } = sdk.models.organization
      const own = await ownOrganization()
      const { id } = await invite.create(own.handle, {
        invitee: 'guest@harbour.example',
        roleName: 'administrator',
        message: 'Join us',
      })
      expect(
        await invite.getAllByOrganization(own.id, {
          $select: ['id', 'message'],
          $expand: {
            invitee: { $select: 'email' },
            organization_membership_role: { $select: 'name' },
          },
        }),
      ).toEqual([
        {
          id,
          message: 'Join us',
          invitee: [{ email: 'guest@harbour.example' }],
          organization_membership_role: [{ name: 'administrator' }],
        },
      ])
      expect(await invite.getAll({ $select: 'id' })).toContainEqual({ id })
      await expect(invite.create(own.id, { invitee: 'guest@harbour.example' })).rejects.toMatchObject({
        statusCode: 409,
      })
      await expect(
        invite.create(own.id, { invitee: 'other@harbour.example', roleName: 'king' }),
      ).rejects.toMatchObject({ code: 'BalenaOrganizationMembershipRoleNotFound' })
      expect(await invite.getAllByOrganization(own.id)).toHaveLength(1)
      await invite.revoke(id)
      expect(await invite.getAllByOrganization(own.id)).toEqual([])
    })
  })

  describe('models.team', () => {
    let sdk: BalenaSDK
    let devi: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      devi = await world.signedIn('devi')
    })

    const ownTeam = async () => {
      const name = ownName('Crew')
      const { id } = await sdk.models.team.create(ACME, name)
      onTestFinished(() => sdk.models.team.remove(id))
      return { id, name }
    }

    test('creates, finds, renames and deletes a team [TEAM-024, TEAM-025, TEAM-026]', async () => {
      const { team } = sdk.models
      const { id } = await team.create(ACME, ownName('Crew'))
      const name = ownName('Night crew')
      await team.rename(id, name)
      expect(await team.get(id, { $select: 'name' })).toEqual({ name })
      expect(await team.getAllByOrganization(ACME, { $select: ['id', 'name'] })).toContainEqual({ id, name })
      await expect(team.rename(id, 'Firmware')).rejects.toThrow(/already exists/)
      await expect(team.create(ACME, 'Firmware')).rejects.toMatchObject({ statusCode: 409 })
      expect(await team.get(id, { $select: 'name' })).toEqual({ name })
      await team.remove(id)
      await expect(team.get(id)).rejects.toThrow(/not found/)
    })

    test('a developer cannot create, rename or delete teams [PERM-039]', async () => {
      const all = () => sdk.models.team.getAllByOrganization(ACME)
      const before = await all()
      const { id } = firstOf(before)
      const { team } = devi.models
      for (const attempt of [
        () => team.create(ACME, ownName('Crew')),
        () => team.rename(id, ownName('Crew')),
        () => team.remove(id),
        () => team.membership.create({ team: id, username: 'mel' }),
      ])
        await expect(attempt()).rejects.toMatchObject(UNAUTHORIZED)
      expect(await all()).toEqual(before)
    })

    test('gives a team a role on a fleet, changes and removes it [TEAM-027, TEAM-028]', async () => {
      const { applicationAccess } = sdk.models.team
      const team = await ownTeam()
      const fleet = await ownFleet(sdk)
      await sdk.models.team.membership.create({ team: team.id, username: 'mel' })
      const mel = await world.signedIn('mel')
      expect(await mel.models.application.has(fleet.slug)).toBe(false)
      const made = await applicationAccess.add(team.id, fleet.slug, 'observer')
      expect(await mel.models.application.has(fleet.slug)).toBe(true)
      const options = {
        $select: 'id',
        $expand: { application_membership_role: { $select: 'name' } },
      } as const
      const as = (name: string) => ({ id: made.id, application_membership_role: [{ name }] })
      expect(await applicationAccess.get(made.id, options)).toEqual(as('observer'))
      await expect(mel.models.application.rename(fleet.id, ownName('own'))).rejects.toMatchObject(
        UNAUTHORIZED,
      )
      await applicationAccess.update(made.id, 'developer')
      expect(await applicationAccess.getAllByTeam(team.id, options)).toEqual([as('developer')])

      await expect(applicationAccess.add(team.id, fleet.id, 'operator')).rejects.toMatchObject({
        statusCode: 409,
      })
      await expect(applicationAccess.update(made.id, 'king')).rejects.toMatchObject({
        code: 'BalenaApplicationMembershipRoleNotFound',
      })
      await expect(applicationAccess.get(UNKNOWN_ID)).rejects.toThrow(/not found/)
      expect(await applicationAccess.getAllByTeam(team.id, options)).toEqual([as('developer')])
      await applicationAccess.remove(made.id)
      expect(await applicationAccess.getAllByTeam(team.id)).toEqual([])
      expect(await mel.models.application.has(fleet.slug)).toBe(false)
    })

    test('adds a user to a team, lists and removes the user; rejects a user outside the organization [TEAM-021, TEAM-022]', async () => {
      const { membership } = sdk.models.team
      const team = await ownTeam()
      const { id } = await membership.create({ team: team.id, username: 'mel' })
      expect(await membership.get(id, { $select: 'id' })).toEqual({ id })
      expect(await membership.getAllByTeam(team.id, { $select: 'id' })).toEqual([{ id }])
      expect(await membership.getAllByUser('mel', { $select: 'id' })).toContainEqual({ id })
      await expect(membership.create({ team: team.id, username: 'mel' })).rejects.toMatchObject({
        statusCode: 409,
      })
      await expect(membership.create({ team: team.id, username: 'nils' })).rejects.toMatchObject({
        statusCode: 400,
      })
      await expect(membership.get(UNKNOWN_ID)).rejects.toThrow(/not found/i)
      // @ts-expect-error: neither an id nor a pair
      await expect(membership.get('mel')).rejects.toMatchObject(INVALID)
      expect(await membership.getAllByTeam(team.id, { $select: 'id' })).toEqual([{ id }])
      await membership.remove(id)
      expect(await membership.getAllByTeam(team.id)).toEqual([])
    })
  })
}
