import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ACME,
  MINUTE,
  UNKNOWN_ID,
  ownDevice,
  ownFleet,
  ownName,
  ownRelease,
  ownRunningDevice,
  pass,
} from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const NOT_FOUND = { code: 'BalenaApplicationNotFound' }
const UNAUTHORIZED = { statusCode: 401 }
const HOUR = 3_600_000

/** `models.application`, except variables, tags, members and invitations. */
export function fleetMethods(world: SdkWorld): void {
  describe('models.application', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    test('creates a fleet, a block and an app, finds them by every method, and deletes them [CALL-003, CALL-004, CALL-009]', async () => {
      const { application } = sdk.models
      for (const applicationClass of ['fleet', 'block', 'app'] as const) {
        const { id, slug, uuid, name } = await ownFleet(sdk, { applicationClass })
        expect(slug).toBe(`${ACME}/${name}`)
        for (const reference of [id, slug, uuid])
          expect(await application.get(reference, { $select: ['id', 'is_of__class'] })).toEqual({
            id,
            is_of__class: applicationClass,
          })
        expect(await application.getAppByName(name, { $select: 'id' })).toEqual({ id })
        expect(await application.getDirectlyAccessible(slug, { $select: 'id' })).toEqual({ id })
        expect(await application.getAll({ $select: 'id', $filter: { uuid } })).toEqual([{ id }])
        expect(await application.getAllDirectlyAccessible({ $select: 'id', $filter: { uuid } })).toEqual([
          { id },
        ])
        expect(await application.getAllByOrganization(ACME, { $select: 'id', $filter: { uuid } })).toEqual([
          { id },
        ])
        expect(application.getDashboardUrl(id)).toBe(`${world.url}/apps/${id}`)
        expect(await application.has(slug)).toBe(true)
        await application.remove(id)
        expect(await application.has(id)).toBe(false)
      }
    })

    test('deletes several fleets at once, or one by slug [CALL-009]', async () => {
      const { application } = sdk.models
      const fleets = [await ownFleet(sdk), await ownFleet(sdk), await ownFleet(sdk)]
      await application.remove(fleets.slice(1).map(({ id }) => id))
      await application.remove(firstOf(fleets).slug)
      for (const { id } of fleets) expect(await application.has(id)).toBe(false)
    })

    test('hasAny is true for a user with a fleet, and false without', async () => {
      expect(await sdk.models.application.hasAny()).toBe(true)
      const mel = await world.signedIn('mel')
      expect(await mel.models.application.hasAny()).toBe(false)
    })

    test('an unknown fleet is not found by any method', async () => {
      const { application } = sdk.models
      const none = `${ACME}/none`
      for (const ask of [
        () => application.get(none),
        () => application.get(UNKNOWN_ID),
        () => application.get('0'.repeat(32)),
        () => application.getDirectlyAccessible(none),
        () => application.getAppByName('none'),
        () => application.remove(none),
        () => application.remove(UNKNOWN_ID),
        () => application.rename(UNKNOWN_ID, 'other'),
        () => application.trackLatestRelease(none),
        () => application.enableDeviceUrls(none),
        () => application.grantSupportAccess(none, Date.now() + HOUR),
        () => application.tags.set(none, 'key', 'value'),
        () => application.envVar.get(none, 'NAME'),
      ])
        await expect(ask()).rejects.toMatchObject(NOT_FOUND)
    })

    test('a name used in two organizations is ambiguous', async () => {
      const { name } = await ownFleet(sdk)
      const { id } = await sdk.models.application.create({
        name,
        deviceType: 'raspberrypi3',
        organization: 'tidewater_research',
      })
      await expect(sdk.models.application.getAppByName(name)).rejects.toMatchObject({
        code: 'BalenaAmbiguousApplication',
      })
      await sdk.models.application.remove(id)
    })

    test('rejects an invalid or taken name, and an unknown type or organization', async () => {
      world.causedProblems.push(/application\.create\): #\/app_name: /)
      const { application } = sdk.models
      const { name: taken } = await ownFleet(sdk)
      const count = async () => (await application.getAll({ $select: 'id' })).length
      const before = await count()
      const sound = { name: ownName('own'), deviceType: 'raspberrypi4-64', organization: ACME }
      const refusals = [
        [{ name: 'abc' }, { statusCode: 400 }],
        [{ name: 'with space' }, { statusCode: 400, body: 'App name may only contain [a-zA-Z0-9_-].' }],
        [{ name: taken }, { statusCode: 409, body: '"slug" must be unique.' }],
        [{ deviceType: 'toaster' }, { code: 'BalenaInvalidDeviceType' }],
        [{ organization: 'nobody_inc' }, { code: 'BalenaOrganizationNotFound' }],
      ] as const
      for (const [wrong, refusal] of refusals)
        await expect(application.create({ ...sound, ...wrong })).rejects.toMatchObject(refusal)
      expect(await count()).toBe(before)
    })

    test('an observer cannot create, rename, delete or pin fleets [PERM-007, PERM-072]', async () => {
      const slug = `${ACME}/kiosk-lobby`
      const read = () =>
        sdk.models.application.get(slug, {
          $select: ['app_name', 'should_track_latest_release', 'is_accessible_by_support_until__date'],
          $expand: { should_be_running__release: { $select: 'id' } },
        })
      const before = await read()
      const { application } = olive.models
      const hash = await application.getTargetReleaseHash(slug)
      for (const attempt of [
        () => application.create({ name: ownName('own'), deviceType: 'intel-nuc', organization: ACME }),
        () => application.rename(slug, ownName('own')),
        () => application.pinToRelease(slug, String(hash)),
        () => application.trackLatestRelease(slug),
        () => application.grantSupportAccess(slug, Date.now() + HOUR),
        () => application.remove(slug),
      ])
        await expect(attempt()).rejects.toMatchObject(UNAUTHORIZED)
      expect(await read()).toEqual(before)
    })

    test('renaming a fleet changes its slug; a taken name is a conflict [CALL-007]', async () => {
      const { application } = sdk.models
      const one = await ownFleet(sdk)
      const other = await ownFleet(sdk)
      const name = ownName('renamed')
      await application.rename(one.slug, name)
      expect(await application.get(one.id, { $select: ['app_name', 'slug'] })).toEqual({
        app_name: name,
        slug: `${ACME}/${name}`,
      })
      await expect(application.rename(one.id, other.name)).rejects.toMatchObject({ statusCode: 409 })
      expect(await application.has(`${ACME}/${name}`)).toBe(true)
    })

    test('a fleet tracks the latest release until it is pinned, and again on request [CALL-005, CALL-006]', async () => {
      const { application } = sdk.models
      const { id, slug } = await ownFleet(sdk)
      expect(await application.willTrackNewReleases(id)).toBe(true)
      expect(await application.getTargetReleaseHash(id)).toBeUndefined()
      const first = await ownRelease(world, sdk, id, { semver: '1.0.0' })
      const second = await ownRelease(world, sdk, id, { semver: '1.1.0' })
      expect(await application.getTargetReleaseHash(slug)).toBe(second.commit)
      expect(await application.isTrackingLatestRelease(id)).toBe(true)

      await application.pinToRelease(id, first.commit)
      expect(await application.willTrackNewReleases(slug)).toBe(false)
      const third = await ownRelease(world, sdk, id, { semver: '1.2.0' })
      expect(await application.getTargetReleaseHash(id)).toBe(first.commit)
      expect(await application.isTrackingLatestRelease(id)).toBe(false)

      await application.trackLatestRelease(id)
      expect(await application.getTargetReleaseHash(id)).toBe(third.commit)
    })

    test('a fleet cannot be pinned to a release of another fleet, or to an unknown one [CALL-006]', async () => {
      const { application } = sdk.models
      const [mine, theirs] = [await ownFleet(sdk), await ownFleet(sdk)]
      const own = await ownRelease(world, sdk, mine.id, { semver: '1.0.0' })
      const foreign = await ownRelease(world, sdk, theirs.id, { semver: '1.0.0' })
      for (const commit of [foreign.commit, 'f'.repeat(40)])
        await expect(application.pinToRelease(mine.id, commit)).rejects.toMatchObject({
          code: 'BalenaReleaseNotFound',
        })
      expect(await application.getTargetReleaseHash(mine.id)).toBe(own.commit)
      expect(await application.willTrackNewReleases(mine.id)).toBe(true)
    })

    test('grants support access to a fleet until a time, and revokes it [CALL-008]', async () => {
      const { application } = sdk.models
      const { id, slug } = await ownFleet(sdk)
      const until = async () =>
        (await application.get(id, { $select: 'is_accessible_by_support_until__date' }))
          .is_accessible_by_support_until__date
      const expiry = Date.now() + HOUR
      await application.grantSupportAccess(slug, expiry)
      expect(await until()).toBe(new Date(expiry).toISOString())
      await expect(application.grantSupportAccess(id, Date.now() - HOUR)).rejects.toMatchObject({
        code: 'BalenaInvalidParameterError',
      })
      expect(await until()).toBe(new Date(expiry).toISOString())
      await application.revokeSupportAccess(slug)
      expect(await until()).toBeNull()
    })

    test('enables and disables the public URLs of all devices of a fleet', async () => {
      const { application, device } = sdk.models
      const { id, slug } = await ownFleet(sdk)
      const { uuid } = await ownDevice(sdk, id)
      await application.enableDeviceUrls(slug)
      expect(await device.hasDeviceUrl(uuid)).toBe(true)
      await application.disableDeviceUrls(slug)
      expect(await device.hasDeviceUrl(uuid)).toBe(false)
    })

    test('reads a fleet with its devices and the releases of their services', async () => {
      const { fleet, release, uuid } = await ownRunningDevice(world, sdk)
      const { owns__device } = await sdk.models.application.getWithDeviceServiceDetails(fleet.slug, {
        $select: 'id',
        $expand: { owns__device: { $select: 'uuid' } },
      })
      expect(owns__device).toHaveLength(1)
      const services = { main: [{ commit: release.commit }], uplink: [{ commit: release.commit }] }
      expect(owns__device[0]).toMatchObject({ uuid, current_services_by_app: { [fleet.slug]: services } })
    })

    test('purges, reboots and shuts down all devices of a fleet; an empty fleet has none online', async () => {
      const { application, device } = sdk.models
      const { fleet, uuid } = await ownRunningDevice(world, sdk)
      await application.purge(fleet.id)
      await application.reboot(fleet.id, { force: true })
      pass(world, 15_000)
      expect(await device.isOnline(uuid)).toBe(false)
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(true)
      await application.shutdown(fleet.id)
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(false)
      const empty = await ownFleet(sdk)
      for (const ask of [application.purge, application.reboot, application.shutdown])
        await expect(ask(empty.id)).rejects.toMatchObject({
          statusCode: 404,
          body: 'No online device(s) found',
        })
    })

    test('a provisioning key registers devices in its fleet only, and is listed without its secret [KEYS-042]', async () => {
      const [mine, other] = [await ownFleet(sdk), await ownFleet(sdk)]
      const secret = await sdk.models.application.generateProvisioningKey({
        slugOrUuidOrId: mine.slug,
        keyExpiryDate: new Date(Date.now() + HOUR).toISOString(),
        keyName: 'line 3',
        keyDescription: 'for the assembly line',
      })
      const keys = await sdk.models.apiKey.getProvisioningApiKeysByApplication(mine.id)
      expect(keys).toMatchObject([{ name: 'line 3', description: 'for the assembly line' }])
      expect(JSON.stringify(keys)).not.toContain(secret)

      const line = world.signedOut()
      await line.auth.loginWithToken(secret)
      expect(await line.auth.whoami()).toMatchObject({ actorType: 'application', slug: mine.slug })
      const register = (application: number) =>
        line.request.send({
          method: 'POST',
          url: '/device/register',
          baseUrl: world.url,
          body: { application, uuid: line.models.device.generateUniqueKey(), device_type: 'raspberrypi4-64' },
        })
      expect(await register(mine.id)).toMatchObject({ statusCode: 201 })
      await expect(register(other.id)).rejects.toMatchObject(UNAUTHORIZED)
      expect(await sdk.models.device.getAllByApplication(mine.id, { $select: 'id' })).toHaveLength(1)
      expect(await sdk.models.device.getAllByApplication(other.id, { $select: 'id' })).toHaveLength(0)
    })

    test('an observer cannot create a provisioning key', async () => {
      const slug = `${ACME}/kiosk-lobby`
      const keys = () => sdk.models.apiKey.getProvisioningApiKeysByApplication(slug, { $select: 'id' })
      const before = await keys()
      await expect(
        olive.models.application.generateProvisioningKey({ slugOrUuidOrId: slug, keyExpiryDate: '' }),
      ).rejects.toMatchObject({ statusCode: 401 })
      expect(await keys()).toEqual(before)
    })
  })
}
