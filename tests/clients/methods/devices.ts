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
  powerOn,
} from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const NOT_FOUND = { code: 'BalenaDeviceNotFound' }
const INVALID = { code: 'BalenaInvalidParameterError' }
const UNAUTHORIZED = { statusCode: 401 }
const HOUR = 3_600_000

/** `models.device`, except variables, tags and supervisor methods. */
export function deviceMethods(world: SdkWorld): void {
  describe('models.device', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    const lobbyDevice = async () =>
      firstOf(
        await sdk.models.device.getAllByApplication(`${ACME}/kiosk-lobby`, {
          $select: ['id', 'uuid'],
          $filter: { is_connected_to_vpn: true },
          $top: 1,
        }),
      )

    test('a registered device is inactive until it is powered on, and then reports its state', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      expect(await device.getStatus(uuid)).toBe('inactive')
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(false)
      await powerOn(world, uuid)
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(true)
      expect(await device.getStatus(id)).toBe('operational')
      expect(await device.getProgress(uuid)).toBeNull()
      const seen = await device.get(uuid, { $select: ['os_version', 'os_variant'] })
      expect(seen).toEqual({ os_version: 'balenaOS 6.1.0', os_variant: 'prod' })
      expect(device.getOsVersion(seen)).toBe('6.1.0+prod')
      expect(await device.getLocalIPAddresses(uuid)).toEqual([expect.stringMatching(/^\d+(\.\d+){3}$/)])
      expect(await device.getMACAddresses(uuid)).toEqual([expect.stringMatching(/^([0-9A-F]{2}:?){6}$/)])
      expect(await device.getMetrics(uuid)).toMatchObject({
        memory_usage: expect.any(Number),
        storage_total: expect.any(Number),
        cpu_id: expect.any(String),
      })
      expect(await device.getApplicationName(uuid)).toBe(fleet.name)
      expect(device.getDashboardUrl(uuid)).toBe(`${world.url}/devices/${uuid}/summary`)
    })

    test('lists devices by fleet and organization, and finds them by name', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      const name = ownName('gate')
      await device.rename(id, name)
      expect(await device.getName(uuid)).toBe(name)
      expect(await device.getByName(name, { $select: 'id' })).toEqual([{ id }])
      expect(await device.getAllByApplication(fleet.slug, { $select: 'id' })).toEqual([{ id }])
      expect(await device.getAllByOrganization(ACME, { $select: 'id', $filter: { uuid } })).toEqual([{ id }])
      expect(await device.has(id)).toBe(true)
      await device.remove(uuid)
      expect(await device.has(id)).toBe(false)
      await expect(device.getByName(name)).rejects.toMatchObject(NOT_FOUND)
    })

    test('deletes several devices at once; an unknown one prevents it [DACT-066]', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const one = await ownDevice(sdk, fleet.id)
      const other = await ownDevice(sdk, fleet.id)
      await expect(device.remove([one.id, UNKNOWN_ID])).rejects.toMatchObject(NOT_FOUND)
      expect(await device.has(one.id)).toBe(true)
      await device.remove([one.id, other.id])
      expect(await device.getAllByApplication(fleet.id)).toEqual([])
    })

    test('an unknown device is not found by any method', async () => {
      const { device } = sdk.models
      const none = 'f'.repeat(32)
      for (const ask of [
        () => device.get(none),
        () => device.get(UNKNOWN_ID),
        () => device.getName(none),
        () => device.getWithServiceDetails(none),
        () => device.isOnline(none),
        () => device.getStatus(none),
        () => device.getMetrics(UNKNOWN_ID),
        () => device.rename(none, 'gate'),
        () => device.setNote(UNKNOWN_ID, 'gate'),
        () => device.remove(none),
        () => device.move(none, `${ACME}/silo-sensors`),
        () => device.deactivate(UNKNOWN_ID),
        () => device.pinToRelease(none, 'a'.repeat(40)),
        () => device.trackApplicationRelease(none),
        () => device.grantSupportAccess(none, Date.now() + HOUR),
        () => device.identify(none),
        () => device.reboot(none),
        () => device.tags.getAllByDevice(none),
        () => device.envVar.set(none, 'NAME', 'value'),
        () => device.getSupervisorTargetState(none),
        () => sdk.logs.history(none),
      ])
        await expect(ask()).rejects.toMatchObject(NOT_FOUND)
    })

    test('a malformed UUID is an invalid parameter', async () => {
      const { device } = sdk.models
      for (const ask of [
        () => device.get('not a uuid'),
        () => device.getStatus(''),
        () => device.grantSupportAccess(1, Date.now() - HOUR),
      ])
        await expect(ask()).rejects.toMatchObject(INVALID)
      expect(() => device.getDashboardUrl('')).toThrow(/non empty string/)
    })

    test('an observer cannot change a device [PERM-007, PERM-077]', async () => {
      const { uuid } = await lobbyDevice()
      const read = () => sdk.models.device.get(uuid)
      const shape = ({
        device_name,
        note,
        is_web_accessible,
        is_active,
      }: Awaited<ReturnType<typeof read>>) => ({
        device_name,
        note,
        is_web_accessible,
        is_active,
      })
      const before = shape(await read())
      const { device } = olive.models
      for (const attempt of [
        () => device.rename(uuid, 'mine'),
        () => device.setNote(uuid, 'mine'),
        () => device.setCustomLocation(uuid, { latitude: 1, longitude: 1 }),
        () => device.enableDeviceUrl(uuid),
        () => device.move(uuid, `${ACME}/bench-lab`),
        () => device.deactivate(uuid),
        () => device.grantSupportAccess(uuid, Date.now() + HOUR),
        () => device.trackApplicationRelease(uuid),
        () => device.disableLocalMode(uuid),
        () => device.remove(uuid),
      ])
        await expect(attempt()).rejects.toMatchObject({ statusCode: 401 })
      for (const command of [
        device.restartApplication,
        device.reboot,
        device.shutdown,
        device.purge,
        device.update,
      ])
        await expect(command(uuid, {})).rejects.toMatchObject(UNAUTHORIZED)
      expect(shape(await read())).toEqual(before)
    })

    test('a limited operator can rename, but not delete a device [PERM-009, PERM-076]', async () => {
      const sol = await world.signedIn('sol')
      const { uuid } = await lobbyDevice()
      const name = await sdk.models.device.getName(uuid)
      await sol.models.device.rename(uuid, 'lobby-north')
      await expect(sol.models.device.remove(uuid)).rejects.toMatchObject(UNAUTHORIZED)
      expect(await sdk.models.device.getName(uuid)).toBe('lobby-north')
      await sdk.models.device.rename(uuid, name)
    })

    test('rejects a name with a line break [DACT-049]', async () => {
      world.causedProblems.push(/device\.updateMany\): #\/device_name: String does not match pattern/)
      const { device } = sdk.models
      const { uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      const name = await device.getName(uuid)
      await expect(device.rename(uuid, 'gate\nnorth')).rejects.toMatchObject({
        statusCode: 400,
        body: 'Device name cannot contain any newline characters.',
      })
      expect(await device.getName(uuid)).toBe(name)
    })

    test('edits the note of a device, and sets and clears its custom location [DACT-050, LOC-016, LOC-017]', async () => {
      const { device } = sdk.models
      const { id, uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      const read = () => device.get(id, { $select: ['note', 'custom_latitude', 'custom_longitude'] })
      await device.setNote([id], 'Behind the crane')
      await device.setCustomLocation(uuid, { latitude: 51.92, longitude: '4.48' })
      expect(await read()).toEqual({
        note: 'Behind the crane',
        custom_latitude: '51.92',
        custom_longitude: '4.48',
      })
      await expect(device.setCustomLocation(uuid, { latitude: 91, longitude: 0 })).rejects.toMatchObject({
        statusCode: 400,
      })
      expect(await read()).toMatchObject({ custom_latitude: '51.92' })
      await device.unsetCustomLocation(uuid)
      expect(await read()).toMatchObject({ custom_latitude: '', custom_longitude: '' })
    })

    test('moves a device to a fleet of a compatible type, which removes its pin, and to no other [DACT-057, DACT-068]', async () => {
      const { device } = sdk.models
      const from = await ownFleet(sdk)
      const to = await ownFleet(sdk, { deviceType: 'raspberrypi5' })
      const foreign = await ownFleet(sdk, { deviceType: 'intel-nuc' })
      const release = await ownRelease(world, sdk, from.id, { semver: '1.0.0' })
      const { id, uuid } = await ownDevice(sdk, from.id)
      await device.pinToRelease(uuid, release.commit)
      await expect(device.move(uuid, foreign.slug)).rejects.toMatchObject({ code: 'BalenaInvalidDeviceType' })
      await expect(device.move(uuid, `${ACME}/none`)).rejects.toMatchObject({
        code: 'BalenaApplicationNotFound',
      })
      expect(await device.getApplicationName(uuid)).toBe(from.name)
      await device.move([id], to.id)
      expect(await device.getApplicationName(uuid)).toBe(to.name)
      expect(await device.isTrackingApplicationRelease(uuid)).toBe(true)
    })

    test('pins a device by commit or id, reads its target, and lets it track its fleet again [DACT-051, DACT-052]', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const older = await ownRelease(world, sdk, fleet.id, { semver: '1.0.0' })
      const newer = await ownRelease(world, sdk, fleet.id, { semver: '1.1.0' })
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      expect(await device.getTargetReleaseHash(uuid)).toBe(newer.commit)
      for (const release of [older.commit, older.id]) {
        await device.pinToRelease(uuid, release)
        expect(await device.getTargetReleaseHash(id)).toBe(older.commit)
        expect(await device.isTrackingApplicationRelease(uuid)).toBe(false)
        await device.trackApplicationRelease([id])
        expect(await device.isTrackingApplicationRelease(id)).toBe(true)
      }
      await expect(device.pinToRelease(uuid, 'f'.repeat(40))).rejects.toMatchObject({
        code: 'BalenaReleaseNotFound',
      })
      expect(await device.getTargetReleaseHash(uuid)).toBe(newer.commit)
    })

    test('sets the target supervisor and OS of a device', async () => {
      const { device } = sdk.models
      const { uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      await powerOn(world, uuid)
      pass(world, 10 * MINUTE)
      await device.pinToSupervisorRelease(uuid, '17.1.2')
      await device.pinToOsRelease(uuid, '6.1.0')
      const targets = () =>
        device.get(uuid, {
          $select: 'id',
          $expand: {
            should_be_managed_by__release: { $select: 'raw_version' },
            should_be_operated_by__release: { $select: 'raw_version' },
          },
        })
      const set = await targets()
      expect(set).toMatchObject({
        should_be_managed_by__release: [{ raw_version: '17.1.2' }],
        should_be_operated_by__release: [{ raw_version: '6.1.0' }],
      })
      for (const attempt of [
        () => device.pinToSupervisorRelease(uuid, '99.0.0'),
        () => device.pinToOsRelease(uuid, '99.0.0'),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'BalenaReleaseNotFound' })
      expect(await targets()).toEqual(set)
    })

    test('enables, reads and disables the public URL of a device [DACT-053]', async () => {
      const { device } = sdk.models
      const { id, uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      await expect(device.getDeviceUrl(uuid)).rejects.toThrow(/not web accessible/)
      await device.enableDeviceUrl([id])
      const { deviceUrlsBase } = await sdk.models.config.getAll()
      expect(await device.getDeviceUrl(uuid)).toBe(`https://${uuid}.${deviceUrlsBase}`)
      await device.disableDeviceUrl(uuid)
      expect(await device.hasDeviceUrl(id)).toBe(false)
    })

    test('grants support access to a device until a time, and revokes it [DACT-056]', async () => {
      const { device } = sdk.models
      const { id, uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      const until = async () =>
        (await device.get(id, { $select: 'is_accessible_by_support_until__date' }))
          .is_accessible_by_support_until__date
      const expiry = Date.now() + HOUR
      await device.grantSupportAccess([id], expiry)
      expect(await until()).toBe(new Date(expiry).toISOString())
      await device.revokeSupportAccess(uuid)
      expect(await until()).toBeNull()
    })

    test('deactivates an offline device, but not an online one [DACT-062]', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      const isActive = async () => (await device.get(id, { $select: 'is_active' })).is_active
      await powerOn(world, uuid)
      pass(world, 10 * MINUTE)
      await expect(device.deactivate(uuid)).rejects.toMatchObject({
        statusCode: 400,
        body: 'Devices must be offline in order to be deactivated.',
      })
      expect(await isActive()).toBe(true)
      await device.shutdown(uuid, {})
      pass(world, 10 * MINUTE)
      await expect(device.getLocalIPAddresses(uuid)).rejects.toThrow(/offline/)
      await device.deactivate(uuid)
      expect(await isActive()).toBe(false)
      expect(await device.getStatus(uuid)).toBe('inactive')
    })

    test('enables and disables local mode on a development image [DACT-054, DACT-055]', async () => {
      const { device } = sdk.models
      const { uuid } = firstOf(
        await device.getAllByApplication(`${ACME}/bench-lab`, {
          $select: 'uuid',
          $filter: { os_variant: 'dev' },
          $top: 1,
        }),
      )
      const support = device.getLocalModeSupport(await device.get(uuid))
      expect(support).toEqual({ supported: true, message: 'Supported' })
      expect(await device.isInLocalMode(uuid)).toBe(false)
      await device.enableLocalMode(uuid)
      expect(await device.isInLocalMode(uuid)).toBe(true)
      await device.disableLocalMode(uuid)
      expect(await device.isInLocalMode(uuid)).toBe(false)

      const { uuid: production } = await lobbyDevice()
      expect(device.getLocalModeSupport(await device.get(production))).toMatchObject({ supported: false })
      await expect(device.enableLocalMode(production)).rejects.toThrow(/local mode/i)
      expect(await device.isInLocalMode(production)).toBe(false)
    })

    test('overrides the update lock of one device, or of all devices of a fleet', async () => {
      const { device, application } = sdk.models
      const fleet = await ownFleet(sdk)
      const { uuid } = await ownDevice(sdk, fleet.id)
      await application.configVar.set(fleet.id, 'RESIN_OVERRIDE_LOCK', '1')
      expect(await device.hasLockOverride(uuid)).toBe(true)
      await device.disableLockOverride(uuid)
      expect(await device.hasLockOverride(uuid)).toBe(false)
      await device.enableLockOverride(uuid)
      expect(await device.hasLockOverride(uuid)).toBe(true)
    })

    test('the key of a device is valid for this device only', async () => {
      const { device, apiKey } = sdk.models
      const fleet = await ownFleet(sdk)
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      const other = await ownDevice(sdk, fleet.id)
      const secret = await device.generateDeviceKey(id, 'bench', 'for the bench')
      const keys = await apiKey.getDeviceApiKeysByDevice(uuid)
      expect(keys).toContainEqual(expect.objectContaining({ name: 'bench', description: 'for the bench' }))
      const machine = world.signedOut()
      await machine.auth.loginWithToken(secret)
      expect(await machine.auth.whoami()).toMatchObject({ actorType: 'device', uuid })
      expect(await machine.models.device.get(uuid, { $select: 'id' })).toEqual({ id })
      await expect(machine.models.device.get(other.uuid)).rejects.toMatchObject(NOT_FOUND)
      await expect(olive.models.device.generateDeviceKey(id)).rejects.toMatchObject(NOT_FOUND)
    })

    test('rejects registration in a fleet of another architecture, and a second registration', async () => {
      const { device } = sdk.models
      const fleet = await ownFleet(sdk)
      const uuid = device.generateUniqueKey()
      expect(uuid).toMatch(/^[0-9a-f]{32}$/)
      await expect(device.register(fleet.id, uuid, 'intel-nuc')).rejects.toMatchObject({
        code: 'BalenaInvalidDeviceType',
      })
      await expect(device.register(`${ACME}/none`, uuid)).rejects.toMatchObject({
        code: 'BalenaApplicationNotFound',
      })
      await device.register(fleet.slug, uuid)
      await expect(device.register(fleet.id, uuid)).rejects.toMatchObject({ message: /must be unique/ })
      expect(await device.getAllByApplication(fleet.id, { $select: 'uuid' })).toEqual([{ uuid }])
    })

    test('reads the history of a device between two times', async () => {
      const { device } = sdk.models
      const { fleet, uuid } = await ownRunningDevice(world, sdk)
      const between = { fromDate: new Date(0), toDate: new Date(4e12) }
      expect(await device.history.getAllByDevice(uuid, between)).toEqual(expect.any(Array))
      expect(await device.history.getAllByApplication(fleet.slug, between)).toEqual(expect.any(Array))
      // @ts-expect-error: not a date
      await expect(device.history.getAllByDevice(uuid, { fromDate: 'yesterday' })).rejects.toMatchObject(
        INVALID,
      )
      await expect(device.history.getAllByDevice('f'.repeat(10))).rejects.toMatchObject(INVALID)
    })
  })
}
