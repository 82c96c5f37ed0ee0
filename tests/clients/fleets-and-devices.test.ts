import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, expect, test } from 'vitest'
import { FLEET, firstOf, useSdkWorld } from './sdk-world.ts'

const world = useSdkWorld()
let sdk: BalenaSDK
beforeAll(async () => {
  sdk = await world.signedIn('ada')
})

const aDevice = async () => {
  const devices = await sdk.models.device.getAllByApplication(FLEET, {
    $filter: { is_connected_to_vpn: true },
    $top: 1,
    $select: ['id', 'uuid', 'device_name'],
  })
  return firstOf(devices)
}

test('lists fleets, and finds one by slug, id and UUID [CALL-004]', async () => {
  const all = await sdk.models.application.getAllDirectlyAccessible({
    $select: ['id', 'slug', 'uuid', 'app_name'],
  })
  const fleet = firstOf(all.filter(({ slug }) => slug === FLEET))
  expect(fleet).toMatchObject({ app_name: 'cold-chain-eu' })
  expect((await sdk.models.application.getAll({ $select: 'slug' })).length).toBeGreaterThanOrEqual(all.length)
  for (const reference of [FLEET, FLEET.toUpperCase(), fleet.id, fleet.uuid])
    expect(await sdk.models.application.get(reference, { $select: 'id' })).toEqual({ id: fleet.id })
  await expect(sdk.models.application.get('acme_logistics/none')).rejects.toMatchObject({
    code: 'BalenaApplicationNotFound',
  })
})

test('lists the fleets of an organization with counts and target releases [CALL-019]', async () => {
  const fleets = await sdk.models.application.getAllByOrganization('acme_logistics', {
    $select: ['slug'],
    $filter: { is_of__class: 'fleet' },
    $orderby: { app_name: 'asc' },
    $expand: {
      owns__device: { $count: {} },
      should_be_running__release: { $select: ['raw_version'] },
      is_for__device_type: { $select: ['slug'] },
    },
  })
  const slugs = fleets.map(({ slug }) => slug)
  expect(slugs).toEqual(slugs.toSorted())
  const fleet = firstOf(fleets.filter(({ slug }) => slug === FLEET))
  expect(fleet).toMatchObject({
    owns__device: expect.any(Number),
    should_be_running__release: [{ raw_version: expect.any(String) }],
    is_for__device_type: [{ slug: expect.any(String) }],
  })
  const devices = await sdk.models.device.getAllByApplication(FLEET, { $select: 'id' })
  expect(fleet.owns__device).toBe(devices.length)
})

test('pages, sorts and filters devices of a fleet on the server [CALL-019, DEVLIST-009]', async () => {
  const page = (from: number) =>
    sdk.models.device.getAllByApplication(FLEET, {
      $select: ['device_name', 'overall_status'],
      $orderby: { device_name: 'desc' },
      $top: 10,
      $skip: from,
    })
  const names = [...(await page(0)), ...(await page(10))].map(({ device_name }) => device_name)
  expect(new Set(names).size).toBe(20)
  expect(names).toEqual(names.toSorted().reverse())

  const operational = await sdk.models.device.getAllByApplication(FLEET, {
    $select: 'overall_status',
    $filter: { overall_status: 'operational' },
  })
  expect(operational.length).toBeGreaterThan(0)
  expect(new Set(operational.map(({ overall_status }) => overall_status))).toEqual(new Set(['operational']))
})

test('finds a device by id, UUID and UUID prefix [CALL-001]', async () => {
  const { id, uuid, device_name } = await aDevice()
  for (const reference of [id, uuid])
    expect(await sdk.models.device.get(reference, { $select: ['id', 'device_name'] })).toEqual({
      id,
      device_name,
    })
  const matches = await sdk.pine.get({
    resource: 'device',
    options: { $select: 'id', $filter: { uuid: { $startswith: uuid.slice(0, 7) } } },
  })
  expect(matches).toEqual([{ id }])
  expect(await sdk.models.device.getName(uuid)).toBe(device_name)
  expect(await sdk.models.device.has(uuid)).toBe(true)
  await expect(sdk.models.device.get('f'.repeat(32))).rejects.toMatchObject({ code: 'BalenaDeviceNotFound' })
  await expect(sdk.models.device.get(999_999_999)).rejects.toMatchObject({ code: 'BalenaDeviceNotFound' })
})

test('reads a device with the releases of its services', async () => {
  const { uuid } = await aDevice()
  const device = await sdk.models.device.getWithServiceDetails(uuid, { $select: ['uuid'] })
  const services = Object.entries(device.current_services_by_app[FLEET] ?? {})
  expect(services.length).toBeGreaterThan(0)
  for (const [name, installs] of services)
    expect(installs, name).toContainEqual(
      expect.objectContaining({
        status: expect.any(String),
        service_id: expect.any(Number),
        image_id: expect.any(Number),
        commit: expect.stringMatching(/^[0-9a-f]{32,40}$/),
      }),
    )
})

test('lists releases, newest first, and finds one by commit and version [REL-040]', async () => {
  const releases = await sdk.models.release.getAllByApplication(FLEET, {
    $select: ['id', 'commit', 'raw_version', 'created_at', 'status'],
  })
  expect(releases.length).toBeGreaterThan(1)
  const dates = releases.map(({ created_at }) => created_at)
  expect(dates).toEqual(dates.toSorted().reverse())
  const { id, commit, raw_version } = firstOf(releases)
  for (const reference of [id, commit, { application: FLEET, rawVersion: raw_version }])
    expect(await sdk.models.release.get(reference, { $select: 'id' })).toEqual({ id })
  expect(await sdk.models.release.getWithImageDetails(id)).toMatchObject({
    id,
    images: expect.arrayContaining([{ id: expect.any(Number), service_name: expect.any(String) }]),
  })
})

test('inaccessible resources are not found', async () => {
  const outsider = await world.signedIn('nils')
  await expect(outsider.models.application.get(FLEET)).rejects.toMatchObject({
    code: 'BalenaApplicationNotFound',
  })
  await expect(outsider.models.device.get((await aDevice()).uuid)).rejects.toMatchObject({
    code: 'BalenaDeviceNotFound',
  })
})
