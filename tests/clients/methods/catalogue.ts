import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownFleet } from '../own.ts'
import type { SdkWorld } from '../sdk-world.ts'

const TYPE = 'raspberrypi4-64'
const NO_TYPE = { code: 'BalenaInvalidDeviceType' }
const INVALID = { code: 'BalenaInvalidParameterError' }

/** `models.deviceType`, `models.os` and `models.config`: public data. */
export function catalogueMethods(world: SdkWorld): void {
  let sdk: BalenaSDK
  beforeAll(async () => {
    sdk = await world.signedIn('ada')
  })

  describe('models.deviceType', () => {
    test('finds a device type by slug, alias, id and name [CALL-017, CALL-022]', async () => {
      const { deviceType } = sdk.models
      const { id, name } = await deviceType.getBySlugOrName(TYPE, { $select: ['id', 'name'] })
      for (const reference of [TYPE, id])
        expect(await deviceType.get(reference, { $select: 'slug' })).toEqual({ slug: TYPE })
      expect(await deviceType.getName(TYPE)).toBe(name)
      expect(await deviceType.getSlugByName(name)).toBe(TYPE)
      expect(
        await deviceType.getAll({
          $select: 'slug',
          $expand: { is_of__cpu_architecture: { $select: 'slug' } },
        }),
      ).toContainEqual({ slug: TYPE, is_of__cpu_architecture: [{ slug: 'aarch64' }] })
      expect(await deviceType.getAllSupported({ $select: 'slug' })).toContainEqual({ slug: TYPE })
    })

    test('returns the installation instructions of a device type', async () => {
      const { deviceType } = sdk.models
      expect(await deviceType.getInstallMethod(TYPE)).toBe('externalBoot')
      expect(await deviceType.getInstructions(TYPE)).toEqual(
        expect.arrayContaining([expect.stringMatching(/SD card/)]),
      )
      expect(await deviceType.getInterpolatedPartials(TYPE)).toMatchObject({
        slug: TYPE,
        partials: expect.any(Object),
      })
    })

    test('rejects an unknown device type in every method', async () => {
      const { deviceType, config } = sdk.models
      for (const ask of [
        () => deviceType.get('toaster'),
        () => deviceType.get(999_999),
        () => deviceType.getBySlugOrName('toaster'),
        () => deviceType.getName('toaster'),
        () => deviceType.getSlugByName('Toaster'),
        () => deviceType.getInstructions('toaster'),
        () => deviceType.getInstallMethod('toaster'),
        () => config.getDeviceTypeManifestBySlug('toaster'),
        () => config.getDeviceOptions('toaster'),
      ])
        await expect(ask()).rejects.toMatchObject(NO_TYPE)
    })
  })

  describe('models.os', () => {
    test('lists OS versions, newest first, with extended support separately [CALL-016]', async () => {
      const { os } = sdk.models
      const all = await os.getAllOsVersions(TYPE)
      expect(all.map(({ raw_version }) => raw_version)).toEqual(expect.arrayContaining(['6.1.0', '2026.7.1']))
      expect(all.find(({ raw_version }) => raw_version === '2026.7.1')).toMatchObject({ osType: 'esr' })
      const both = await os.getAvailableOsVersions([TYPE, 'raspberrypi5'])
      expect(Object.keys(both).toSorted()).toEqual([TYPE, 'raspberrypi5'])
      expect(await os.getMaxSatisfyingVersion(TYPE, '^6.0.0')).toBe('6.1.0')
      expect(await os.getMaxSatisfyingVersion(TYPE, '6.0.x')).toBe('6.0.24')
      expect(await os.getMaxSatisfyingVersion(TYPE, '^99.0.0')).toBeNull()
      expect(await os.getAvailableOsVersions('toaster')).toEqual([])
    })

    test('returns the possible targets of an OS update [DACT-067]', async () => {
      const { os } = sdk.models
      expect(await os.isSupportedOsUpdate(TYPE, '6.0.13', '6.1.0')).toBe(true)
      expect(await os.isSupportedOsUpdate(TYPE, '6.1.0', '6.0.13')).toBe(false)
      expect(await os.getOsUpdateType(TYPE, '6.0.13', '6.1.0')).toBe('balenahup')
      await expect(os.getOsUpdateType(TYPE, '6.1.0', '5.3.22')).rejects.toThrow(/downgrades are not allowed/)
      expect(await os.getSupportedOsUpdateVersions(TYPE, '6.0.13')).toMatchObject({
        current: '6.0.13',
        versions: expect.arrayContaining(['6.1.0', '6.0.24']),
      })
      await expect(os.getSupportedOsUpdateVersions(TYPE, 'six')).rejects.toMatchObject(INVALID)
    })

    test('lists supervisors of an architecture, and compares architectures [DACT-068, DACT-069]', async () => {
      const { os } = sdk.models
      expect(os.isArchitectureCompatibleWith('aarch64', 'armv7hf')).toBe(true)
      expect(os.isArchitectureCompatibleWith('amd64', 'armv7hf')).toBe(false)
      const releases = await os.getSupervisorReleasesForCpuArchitecture('aarch64', { $select: 'raw_version' })
      expect(releases).toContainEqual(expect.objectContaining({ raw_version: '17.1.2' }))
      expect(await os.getSupervisorReleasesForCpuArchitecture('z80')).toEqual([])
    })

    test('announces the size of a real OS image, and serves a small one with a boot partition [DEVLIST-017]', async () => {
      const { os } = sdk.models
      const size = await os.getDownloadSize(TYPE, '6.1.0')
      let received = 0
      for await (const chunk of await os.download({ deviceType: TYPE, version: '6.1.0' })) {
        if (chunk instanceof Uint8Array) received += chunk.length
      }
      // The estimate is that of a real image; what is served has only what tools configure.
      expect(size).toBeGreaterThan(100 * 1_048_576)
      expect(received).toBeGreaterThan(4 * 1_048_576)
      expect(received).toBeLessThan(size)
      await expect(os.getDownloadSize('toaster', '6.1.0')).rejects.toMatchObject(NO_TYPE)
      await expect(os.getDownloadSize(TYPE, '99.0.0')).rejects.toMatchObject({ statusCode: 404 })
      await expect(os.download({ deviceType: TYPE, version: '99.0.0' })).rejects.toThrow(
        /^No image found for .* 99\.0\.0$/,
      )
      await expect(os.download({ deviceType: TYPE, version: 'six' })).rejects.toThrow(/semver/)
    })

    test('generates the configuration of a new device for a fleet that allows it [DEVLIST-015]', async () => {
      const { os } = sdk.models
      const fleet = await ownFleet(sdk)
      const options = {
        version: '6.1.0',
        network: 'wifi' as const,
        wifiSsid: 'quay',
        wifiKey: 'secret',
        developmentMode: true,
      }
      expect(await os.getConfig(fleet.slug, options)).toMatchObject({
        applicationId: fleet.id,
        deviceType: TYPE,
        developmentMode: true,
      })
      await expect(os.getConfig(fleet.id, { version: '' })).rejects.toThrow(/version is required/)
      await expect(os.getConfig('acme_logistics/none', options)).rejects.toMatchObject({
        code: 'BalenaApplicationNotFound',
      })
      const olive = await world.signedIn('olive')
      await expect(olive.models.os.getConfig('acme_logistics/kiosk-lobby', options)).rejects.toMatchObject({
        statusCode: 401,
      })
    })
  })

  describe('models.config', () => {
    test('the platform configuration is public [CALL-018]', async () => {
      const { config } = world.signedOut().models
      expect(await config.getAll()).toMatchObject({
        deviceUrlsBase: expect.any(String),
        supportedSocialProviders: expect.any(Array),
      })
    })

    test('device types contain the options for image downloads', async () => {
      const { config } = sdk.models
      const types = await config.getDeviceTypes()
      expect(types.map(({ slug }) => slug)).toContain(TYPE)
      expect(await config.getDeviceTypeManifestBySlug(TYPE)).toMatchObject({ slug: TYPE, arch: 'aarch64' })
      expect(await config.getDeviceOptions(TYPE)).toContainEqual(expect.objectContaining({ name: 'network' }))
    })

    test('describes the configuration variables of a device type [CALL-039, FVAR-044]', async () => {
      const { config } = sdk.models
      const schema = await config.getConfigVarSchema(TYPE)
      expect(schema).toMatchObject({ reservedNamespaces: ['RESIN_', 'BALENA_'] })
      expect(JSON.stringify(schema.configVarSchema)).toContain('RESIN_HOST_CONFIG_gpu_mem')
    })
  })
}
