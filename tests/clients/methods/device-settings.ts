import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACME, ownDevice, ownFleet, ownRunningDevice } from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const UNAUTHORIZED = { statusCode: 401 }
const NO_SERVICE = { code: 'BalenaServiceNotFound' }

interface Variables {
  get(device: number | string, name: string): Promise<string | undefined>
  set(device: number | string, name: string, value: string): Promise<void>
  remove(device: number | string, name: string): Promise<void>
  getAllByDevice(device: number | string): Promise<readonly { name: string; value: string }[]>
  getAllByApplication(fleet: number | string): Promise<readonly { name: string; value: string }[]>
}

/** Tags and variables of `models.device` and `models.service`. */
export function deviceSettingMethods(world: SdkWorld): void {
  describe('models.device.tags and variables, models.service', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    const lobbyDevice = async () =>
      firstOf(
        await sdk.models.device.getAllByApplication(`${ACME}/kiosk-lobby`, { $select: 'uuid', $top: 1 }),
      )

    test('sets, changes, lists by device and fleet, and removes tags of a device [TAG-006]', async () => {
      world.causedProblems.push(/device_tag\.create\): #\/tag_key: String does not match pattern/)
      const { tags } = sdk.models.device
      const fleet = await ownFleet(sdk)
      const { id, uuid } = await ownDevice(sdk, fleet.id)
      await tags.set(id, 'rack', '1')
      await tags.set(uuid, 'rack', '2')
      const rack = [{ tag_key: 'rack', value: '2' }]
      expect(await tags.getAllByDevice(id, { $select: ['tag_key', 'value'] })).toEqual(rack)
      expect(await tags.getAllByApplication(fleet.slug, { $select: ['tag_key', 'value'] })).toEqual(rack)
      await expect(tags.set(uuid, 'two words', 'x')).rejects.toMatchObject({ statusCode: 400 })
      await tags.remove(uuid, 'rack')
      expect(await tags.getAllByDevice(uuid)).toEqual([])
    })

    const kinds = [
      ['envVar', 'REGION', 'BALENA_REGION'],
      ['configVar', 'BALENA_HOST_CONFIG_gpu_mem', 'REGION'],
    ] as const
    test.each(kinds)(
      'models.device.%s sets, changes, reads, lists and removes [DVAR-012]',
      async (kind, name, reserved) => {
        const variables: Variables = sdk.models.device[kind]
        const fleet = await ownFleet(sdk)
        const { id, uuid } = await ownDevice(sdk, fleet.id)
        expect(await variables.get(uuid, name)).toBeUndefined()
        await variables.set(id, name, '16')
        await variables.set(uuid, name, '32')
        expect(await variables.get(id, name)).toBe('32')
        expect(await variables.getAllByDevice(uuid)).toMatchObject([{ name, value: '32' }])
        expect(await variables.getAllByApplication(fleet.slug)).toMatchObject([{ name, value: '32' }])
        await expect(variables.set(uuid, reserved, '1')).rejects.toMatchObject({ statusCode: 400 })
        expect(await variables.getAllByDevice(uuid)).toHaveLength(1)
        await variables.remove(uuid, name)
        expect(await variables.get(id, name)).toBeUndefined()
      },
    )

    test.each(kinds)('an observer cannot change models.device.%s', async (kind, name) => {
      const { uuid } = await lobbyDevice()
      const variables: Variables = sdk.models.device[kind]
      const before = await variables.getAllByDevice(uuid)
      await expect(olive.models.device[kind].set(uuid, name, '1')).rejects.toMatchObject(UNAUTHORIZED)
      await expect(olive.models.device.tags.set(uuid, 'mine', '1')).rejects.toMatchObject(UNAUTHORIZED)
      expect(await variables.getAllByDevice(uuid)).toEqual(before)
    })

    test('a limited operator can add a device variable, but not change or remove it [PERM-081]', async () => {
      const sol = await world.signedIn('sol')
      const { uuid } = await lobbyDevice()
      const { envVar } = sol.models.device
      await envVar.set(uuid, 'NIGHT_MODE', 'on')
      await expect(envVar.set(uuid, 'NIGHT_MODE', 'off')).rejects.toMatchObject(UNAUTHORIZED)
      await expect(envVar.remove(uuid, 'NIGHT_MODE')).rejects.toMatchObject(UNAUTHORIZED)
      expect(await sdk.models.device.envVar.get(uuid, 'NIGHT_MODE')).toBe('on')
      await sdk.models.device.envVar.remove(uuid, 'NIGHT_MODE')
    })

    test('sets a variable of one service on one device by name or id, and the device receives it [DVAR-013]', async () => {
      const { serviceVar } = sdk.models.device
      const { fleet, id, uuid } = await ownRunningDevice(world, sdk)
      const services = await sdk.models.service.getAllByApplication(fleet.id, {
        $select: ['id', 'service_name'],
      })
      const main = firstOf(services.filter(({ service_name }) => service_name === 'main'))
      await serviceVar.set(uuid, 'main', 'RATE', '10')
      await serviceVar.set(id, main.id, 'RATE', '20')
      expect(await serviceVar.get(uuid, main.id, 'RATE')).toBe('20')
      expect(await serviceVar.get(uuid, 'uplink', 'RATE')).toBeUndefined()
      const rate = [{ name: 'RATE', value: '20' }]
      const named = { $select: ['name', 'value'] } as const
      expect(await serviceVar.getAllByDevice(uuid, { $select: [...named.$select] })).toEqual(rate)
      expect(await serviceVar.getAllByApplication(fleet.slug, { $select: [...named.$select] })).toEqual(rate)
      const { local } = await sdk.models.device.getSupervisorTargetState(uuid)
      const app = Object.values(local?.apps ?? {})[0]
      expect(app?.services[main.id]).toMatchObject({ environment: { RATE: '20' } })
      await expect(serviceVar.set(uuid, 'nonesuch', 'RATE', '1')).rejects.toMatchObject(NO_SERVICE)
      await expect(serviceVar.set(uuid, 'main', '1 RATE', '1')).rejects.toMatchObject({ statusCode: 400 })
      await serviceVar.remove(uuid, 'main', 'RATE')
      expect(await serviceVar.getAllByDevice(uuid)).toEqual([])
    })

    test('sets a variable of a service for the whole fleet, by id or by fleet and name', async () => {
      const { service } = sdk.models
      const { fleet, uuid } = await ownRunningDevice(world, sdk)
      const services = await service.getAllByApplication(fleet.slug, { $select: ['id', 'service_name'] })
      const main = firstOf(services.filter(({ service_name }) => service_name === 'main'))
      const named = { application: fleet.slug, service_name: 'main' }
      await service.var.set(main.id, 'RATE', '10')
      await service.var.set(named, 'RATE', '20')
      expect(await service.var.get(main.id, 'RATE')).toBe('20')
      expect(await service.var.getAllByService(named)).toMatchObject([{ name: 'RATE', value: '20' }])
      expect(await service.var.getAllByApplication(fleet.id)).toMatchObject([{ name: 'RATE', value: '20' }])
      const state = await sdk.models.device.getSupervisorTargetState(uuid, 3)
      expect(JSON.stringify(state)).toContain('"RATE":"20"')
      const missing = { application: fleet.slug, service_name: 'nonesuch' }
      await expect(service.var.set(missing, 'RATE', '1')).rejects.toMatchObject(NO_SERVICE)
      await expect(service.var.getAllByService(0)).rejects.toMatchObject(NO_SERVICE)
      await expect(service.getAllByApplication(`${ACME}/none`)).rejects.toMatchObject({
        code: 'BalenaApplicationNotFound',
      })
      await service.var.remove(main.id, 'RATE')
      expect(await service.var.get(named, 'RATE')).toBeUndefined()
    })
  })
}
