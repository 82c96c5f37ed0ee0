import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACME, UNKNOWN_ID, ownFleet } from '../own.ts'
import type { SdkWorld } from '../sdk-world.ts'

const UNAUTHORIZED = { statusCode: 401 }

interface Variables {
  get(fleet: number | string, name: string): Promise<string | undefined>
  set(fleet: number | string, name: string, value: string): Promise<void>
  remove(fleet: number | string, name: string): Promise<void>
  getAllByApplication(fleet: number | string): Promise<readonly { name: string; value: string }[]>
}

const INVALID = { code: 'BalenaInvalidParameterError' }

/** Tags, variables, members and invitations in `models.application`. */
export function fleetAccessMethods(world: SdkWorld): void {
  describe('models.application.tags and variables', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    test('sets, changes, lists by key and removes tags of a fleet [CALL-021]', async () => {
      const { tags } = sdk.models.application
      const { id, slug } = await ownFleet(sdk)
      await tags.set(id, 'site', 'rotterdam')
      await tags.set(slug, 'release-policy', 'stable')
      await tags.set(slug, 'site', 'hamburg')
      const all = () => tags.getAllByApplication(slug, { $select: ['tag_key', 'value'] })
      expect(await all()).toEqual([
        { tag_key: 'release-policy', value: 'stable' },
        { tag_key: 'site', value: 'hamburg' },
      ])
      await tags.remove(id, 'site')
      expect(await all()).toEqual([{ tag_key: 'release-policy', value: 'stable' }])
    })

    test('rejects a tag key that contains a space, is reserved or empty', async () => {
      world.causedProblems.push(/application_tag\.create\): #\/tag_key: /)
      const { tags } = sdk.models.application
      const { id } = await ownFleet(sdk)
      const refusals = [
        ['two words', 'Tag keys cannot contain whitespace.'],
        ['io.balena.site', 'Tag keys beginning with io.balena. are reserved.'],
      ] as const
      for (const [key, body] of refusals)
        await expect(tags.set(id, key, 'x')).rejects.toMatchObject({ statusCode: 400, body })
      await expect(tags.set(id, '', 'x')).rejects.toMatchObject({ statusCode: 400 })
      expect(await tags.getAllByApplication(id)).toEqual([])
    })

    const kinds = [
      ['envVar', 'REGION', 'RESIN_REGION'],
      ['buildVar', 'NPM_MIRROR', undefined],
      ['configVar', 'BALENA_HOST_CONFIG_gpu_mem', 'REGION'],
    ] as const
    test.each(kinds)(
      'models.application.%s sets, changes, reads, lists and removes [CALL-014, CALL-015, FVAR-043]',
      async (kind, name, reserved) => {
        const variables: Variables = sdk.models.application[kind]
        const { id, slug } = await ownFleet(sdk)
        expect(await variables.get(slug, name)).toBeUndefined()
        await variables.set(id, name, '16')
        await variables.set(slug, name, '32')
        expect(await variables.get(id, name)).toBe('32')
        expect(await variables.getAllByApplication(slug)).toMatchObject([{ name, value: '32' }])
        if (reserved !== undefined) {
          await expect(variables.set(id, reserved, '1')).rejects.toMatchObject({ statusCode: 400 })
          expect(await variables.get(id, reserved)).toBeUndefined()
        }
        await variables.remove(slug, name)
        expect(await variables.get(id, name)).toBeUndefined()
      },
    )

    test.each(kinds)('an observer cannot change models.application.%s', async (kind, name) => {
      const slug = `${ACME}/kiosk-lobby`
      const variables: Variables = sdk.models.application[kind]
      const all = () => variables.getAllByApplication(slug)
      const before = await all()
      await expect(olive.models.application[kind].set(slug, name, '1')).rejects.toMatchObject(UNAUTHORIZED)
      expect(await all()).toEqual(before)
    })
  })

  describe('models.application.membership and invite', () => {
    let sdk: BalenaSDK
    let mel: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      mel = await world.signedIn('mel')
    })

    test('adds a member to a fleet, changes the role, lists and removes it [CALL-010, CALL-011, CALL-012, CALL-013]', async () => {
      const { membership } = sdk.models.application
      const { id, slug } = await ownFleet(sdk)
      expect(await mel.models.application.has(slug)).toBe(false)
      const made = await membership.create({ application: slug, username: 'mel', roleName: 'observer' })
      expect(await mel.models.application.has(slug)).toBe(true)
      const options = {
        $select: 'id',
        $expand: { application_membership_role: { $select: 'name' } },
      } as const
      const pair = { user: made.user.__id, is_member_of__application: id }
      const observer = { id: made.id, application_membership_role: [{ name: 'observer' }] }
      for (const reference of [made.id, pair])
        expect(await membership.get(reference, options)).toEqual(observer)
      expect(await membership.getAllByApplication(slug, options)).toEqual([observer])
      expect(await membership.getAllByUser('mel', options)).toContainEqual(observer)

      await expect(mel.models.application.rename(id, 'mine-now')).rejects.toMatchObject(UNAUTHORIZED)
      await membership.changeRole(made.id, 'developer')
      expect(await membership.get(made.id, options)).toMatchObject({
        application_membership_role: [{ name: 'developer' }],
      })
      await membership.remove(made.id)
      expect(await membership.getAllByApplication(id)).toEqual([])
      expect(await mel.models.application.has(slug)).toBe(false)
    })

    test('rejects unknown roles and users, duplicate memberships and invalid parameters', async () => {
      const { membership } = sdk.models.application
      const { id } = await ownFleet(sdk)
      const { id: only } = await membership.create({ application: id, username: 'mel' })
      const refusals = [
        [() => membership.create({ application: id, username: 'nils' }), {}],
        [() => membership.create({ application: id, username: 'mel' }), { statusCode: 409 }],
        [
          () => membership.create({ application: `${ACME}/none`, username: 'mel' }),
          { code: 'BalenaApplicationNotFound' },
        ],
        [() => membership.get(UNKNOWN_ID), {}],
      ] as const
      for (const [attempt, refusal] of refusals) await expect(attempt()).rejects.toMatchObject(refusal)
      await expect(
        membership.create({ application: id, username: 'olive', roleName: 'king' }),
      ).rejects.toMatchObject({ code: 'BalenaApplicationMembershipRoleNotFound' })
      // @ts-expect-error: neither a name nor an id
      await expect(membership.getAllByUser(true)).rejects.toMatchObject(INVALID)
      expect(await membership.getAllByApplication(id, { $select: 'id' })).toEqual([{ id: only }])
    })

    test('a developer can list, but not add or promote members [PERM-087]', async () => {
      const slug = `${ACME}/kiosk-lobby`
      const devi = await world.signedIn('devi')
      const all = () => sdk.models.application.membership.getAllByApplication(slug)
      const before = await all()
      expect(await devi.models.application.membership.getAllByApplication(slug)).toEqual(before)
      const { membership } = devi.models.application
      await expect(membership.create({ application: slug, username: 'mel' })).rejects.toMatchObject(
        UNAUTHORIZED,
      )
      const [first] = before
      await expect(membership.changeRole(first?.id ?? 0, 'developer')).rejects.toMatchObject(UNAUTHORIZED)
      expect(await all()).toEqual(before)
    })

    test('sends, lists and revokes an invitation to a fleet [INVITE-015, INVITE-016, INVITE-017]', async () => {
      const { invite } = sdk.models.application
      const { id, slug } = await ownFleet(sdk)
      const made = await invite.create(slug, {
        invitee: 'guest@harbour.example',
        roleName: 'operator',
        message: 'Come aboard',
      })
      expect(
        await invite.getAllByApplication(slug, {
          $select: ['id', 'message'],
          $expand: { invitee: { $select: 'email' }, application_membership_role: { $select: 'name' } },
        }),
      ).toEqual([
        {
          id: made.id,
          message: 'Come aboard',
          invitee: [{ email: 'guest@harbour.example' }],
          application_membership_role: [{ name: 'operator' }],
        },
      ])
      expect(await invite.getAll({ $select: 'id' })).toContainEqual({ id: made.id })
      await expect(invite.create(id, { invitee: 'guest@harbour.example' })).rejects.toMatchObject({
        statusCode: 409,
      })
      await expect(invite.create(id, { invitee: 'no address' })).rejects.toMatchObject({ statusCode: 400 })
      await expect(
        invite.create(id, { invitee: 'other@harbour.example', roleName: 'king' }),
      ).rejects.toMatchObject({ code: 'BalenaApplicationMembershipRoleNotFound' })
      await expect(mel.models.application.invite.revoke(made.id)).resolves.toBeUndefined()
      expect(await invite.getAllByApplication(id)).toHaveLength(1)
      await invite.revoke(made.id)
      expect(await invite.getAllByApplication(id)).toEqual([])
    })
  })
}
