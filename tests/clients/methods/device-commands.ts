import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, ownDevice, ownFleet, ownRelease, ownRunningDevice, pass } from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const NOBODY_ONLINE = { statusCode: 404, body: 'No online device(s) found' }

/** The methods of `models.device` that use the supervisor of a device, or read its target state. */
export function deviceCommandMethods(world: SdkWorld): void {
  describe('models.device, through the supervisor', () => {
    let sdk: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
    })

    const running = async (uuid: string, slug: string) => {
      const { current_services_by_app } = await sdk.models.device.getWithServiceDetails(uuid)
      return current_services_by_app[slug] ?? {}
    }

    /** Makes a service of the device take the update lock. */
    const lock = (uuid: string) =>
      fetch(`${world.url}/__flotilla/devices/${uuid}`, {
        method: 'POST',
        body: JSON.stringify({ lock: 'main' }),
      })

    test('pings and identifies a device, and reads its state [DACT-060, DIAG-018]', async () => {
      const { device } = sdk.models
      const { uuid, release } = await ownRunningDevice(world, sdk)
      await device.ping(uuid)
      await device.identify(uuid)
      expect(await device.getSupervisorState(uuid)).toMatchObject({
        commit: release.commit,
        status: 'Idle',
        update_pending: false,
      })
    })

    test('reads the target state of a device in the old and the new format [DIAG-019, DIAG-020]', async () => {
      const { device } = sdk.models
      const { uuid, fleet, release } = await ownRunningDevice(world, sdk)
      expect(await device.getSupervisorTargetState(uuid, 2)).toMatchObject({
        local: { apps: { [fleet.id]: { commit: release.commit, releaseId: release.id } } },
      })
      expect(await device.getSupervisorTargetState(uuid, 3)).toMatchObject({
        [uuid]: {
          apps: {
            [fleet.uuid]: {
              releases: { [release.commit]: { services: { main: { image_id: expect.any(Number) } } } },
            },
          },
        },
      })
    })

    test('reads the target state of a fleet, for its target or another release', async () => {
      const { device } = sdk.models
      const { fleet, release } = await ownRunningDevice(world, sdk)
      const newer = await ownRelease(world, sdk, fleet.id, { semver: '1.1.0' })
      const of = (commit: string) => ({
        [fleet.uuid]: {
          apps: { [fleet.uuid]: { id: fleet.id, releases: { [commit]: { id: expect.any(Number) } } } },
        },
      })
      expect(await device.getSupervisorTargetStateForApp(fleet.slug)).toMatchObject(of(newer.commit))
      expect(await device.getSupervisorTargetStateForApp(fleet.id, release.commit)).toMatchObject(
        of(release.commit),
      )
      await expect(device.getSupervisorTargetStateForApp(fleet.id, 'abc')).rejects.toMatchObject({
        statusCode: 404,
      })
    })

    test('restarts the services of all devices of a fleet, unless an update lock is held', async () => {
      const { application } = sdk.models
      const { uuid, fleet } = await ownRunningDevice(world, sdk)
      await application.restart(fleet.slug)
      const statuses = async () =>
        Object.values(await running(uuid, fleet.slug)).map((installs) => firstOf(installs).status)
      expect(await statuses()).not.toContain('Running')
      pass(world, MINUTE)
      expect(await statuses()).toEqual(['Running', 'Running'])
      await lock(uuid)
      await expect(application.restart(fleet.id)).rejects.toMatchObject({
        code: 'BalenaSupervisorLockedError',
      })
      expect(await statuses()).toEqual(['Running', 'Running'])
    })

    test('stops, starts and restarts a service by its image [SVC-011, SVC-012, SVC-013]', async () => {
      const { device } = sdk.models
      const { uuid, id, fleet } = await ownRunningDevice(world, sdk)
      const statusOf = async (service: string) =>
        firstOf((await running(uuid, fleet.slug))[service] ?? []).status
      const { image_id } = firstOf((await running(uuid, fleet.slug))['main'] ?? [])
      await device.stopService(uuid, image_id)
      pass(world, MINUTE)
      expect(await statusOf('main')).not.toBe('Running')
      expect(await statusOf('uplink')).toBe('Running')
      await device.startService(id, image_id)
      pass(world, MINUTE)
      expect(await statusOf('main')).toBe('Running')
      await device.restartService(uuid, image_id)
      pass(world, MINUTE)
      expect(await statusOf('main')).toBe('Running')
      await expect(device.stopService(uuid, 999_999)).rejects.toMatchObject({ statusCode: 404 })
      expect(await statusOf('main')).toBe('Running')
    })

    test('restarts all services of a device, purges its data, and checks for updates [DACT-048, DACT-063]', async () => {
      const { device } = sdk.models
      const { uuid, fleet } = await ownRunningDevice(world, sdk)
      await device.restartApplication(uuid)
      await device.purge(uuid)
      await device.update(uuid, { force: true })
      pass(world, 5 * MINUTE)
      const services = await running(uuid, fleet.slug)
      expect(Object.keys(services).toSorted()).toEqual(['main', 'uplink'])
      for (const [service, installs] of Object.entries(services))
        expect(firstOf(installs).status, service).toBe('Running')
    })

    test('a device reboots and returns; after a shutdown, it stays offline [DACT-064, DACT-065]', async () => {
      const { device } = sdk.models
      const { uuid } = await ownRunningDevice(world, sdk)
      await device.reboot(uuid, { force: true })
      pass(world, 15_000)
      expect(await device.isOnline(uuid)).toBe(false)
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(true)
      await device.shutdown(uuid, { force: false })
      pass(world, 10 * MINUTE)
      expect(await device.isOnline(uuid)).toBe(false)
    })

    test('commands to an offline device fail', async () => {
      const { device } = sdk.models
      const { uuid } = await ownDevice(sdk, (await ownFleet(sdk)).id)
      for (const command of [
        device.ping,
        device.identify,
        device.restartApplication,
        device.reboot,
        device.purge,
        device.update,
        device.getSupervisorState,
      ])
        await expect(command(uuid, {})).rejects.toMatchObject(NOBODY_ONLINE)
    })

    test('an update lock prevents restart, reboot and purge unless they are forced', async () => {
      const { device } = sdk.models
      const { uuid, id, fleet } = await ownRunningDevice(world, sdk)
      await lock(uuid)
      const before = await running(uuid, fleet.slug)
      const { image_id } = firstOf(before['main'] ?? [])
      for (const command of [
        () => device.reboot(uuid),
        () => device.shutdown(uuid, { force: false }),
        () => device.restartApplication(id),
        () => device.purge(uuid),
        () => device.stopService(uuid, image_id),
        () => sdk.models.application.reboot(fleet.id),
      ])
        await expect(command()).rejects.toMatchObject({ code: 'BalenaSupervisorLockedError' })
      pass(world, 15_000)
      expect(await device.isOnline(uuid)).toBe(true)
      await device.reboot(uuid, { force: true })
      pass(world, 15_000)
      expect(await device.isOnline(uuid)).toBe(false)
    })

    test('reads and follows the log of a device', async () => {
      const { uuid } = await ownRunningDevice(world, sdk)
      const lines = await sdk.logs.history(uuid, { count: 'all' })
      expect(lines.length).toBeGreaterThan(0)
      const subscription = await sdk.logs.subscribe(uuid, { count: 1 })
      const line = await new Promise((resolve, reject) => {
        subscription.on('line', resolve)
        subscription.on('error', reject)
      })
      subscription.unsubscribe()
      expect(line).toMatchObject({ message: expect.any(String), timestamp: expect.any(Number) })
    })
  })
}
