import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FLEET, firstOf, useSdkWorld } from './sdk-world.ts'

const world = useSdkWorld()
let sdk: BalenaSDK
let uuid: string
let next = 0
beforeAll(async () => {
  sdk = await world.signedIn('ada')
})
beforeEach(async () => {
  const devices = await sdk.models.device.getAllByApplication(FLEET, {
    $select: 'uuid',
    $orderby: { id: 'asc' },
    $top: 1,
    $skip: next++,
  })
  uuid = firstOf(devices).uuid
})

const read = () =>
  sdk.models.device.get(uuid, {
    $select: ['device_name', 'note'],
    $expand: {
      is_pinned_on__release: { $select: 'commit' },
      should_be_running__release: { $select: 'commit' },
    },
  })

test('sets, overwrites and removes a tag [TAG-006]', async () => {
  const { tags } = sdk.models.device
  const valueOf = async (key: string) =>
    (await tags.getAllByDevice(uuid)).find(({ tag_key }) => tag_key === key)?.value
  await tags.set(uuid, 'site', 'rotterdam')
  expect(await valueOf('site')).toBe('rotterdam')
  await tags.set(uuid, 'site', 'hamburg')
  expect(await valueOf('site')).toBe('hamburg')
  await tags.remove(uuid, 'site')
  expect(await valueOf('site')).toBeUndefined()
})

test('renames a device and edits its note [DACT-049, DACT-050]', async () => {
  await sdk.models.device.rename(uuid, 'gate-south')
  await sdk.models.device.setNote(uuid, 'Beside the ramp.\nKnock twice.')
  expect(await read()).toMatchObject({ device_name: 'gate-south', note: 'Beside the ramp.\nKnock twice.' })
})

test('pins a device to a release, and lets it track its fleet again [DACT-051, DACT-052]', async () => {
  const before = await read()
  const releases = await sdk.models.release.getAllByApplication(FLEET, {
    $select: 'commit',
    $filter: { status: 'success', is_invalidated: false, is_final: true },
  })
  const target = before.should_be_running__release[0]?.commit
  const other = firstOf(releases.filter(({ commit }) => commit !== target))
  await sdk.models.device.pinToRelease(uuid, other.commit)
  expect(await read()).toMatchObject({
    is_pinned_on__release: [{ commit: other.commit }],
    should_be_running__release: [{ commit: other.commit }],
  })
  expect(await sdk.models.device.isTrackingApplicationRelease(uuid)).toBe(false)
  await sdk.models.device.trackApplicationRelease(uuid)
  expect(await read()).toMatchObject({
    is_pinned_on__release: [],
    should_be_running__release: [{ commit: target }],
  })
})

test('renames and pins a fleet, and lets it track the latest release [CALL-005, CALL-006, CALL-007]', async () => {
  const slug = 'acme_logistics/silo-sensors'
  const { application } = sdk.models
  const { id } = await application.get(slug, { $select: 'id' })
  await application.trackLatestRelease(id)
  expect(await application.willTrackNewReleases(id)).toBe(true)
  const releases = await sdk.models.release.getAllByApplication(id, {
    $select: 'commit',
    $filter: { status: 'success', is_invalidated: false, is_final: true },
  })
  const older = firstOf(releases.slice(1))
  await application.pinToRelease(id, older.commit)
  expect(await application.getTargetReleaseHash(id)).toBe(older.commit)
  expect(await application.willTrackNewReleases(id)).toBe(false)
  await application.trackLatestRelease(id)
  expect(await application.isTrackingLatestRelease(id)).toBe(true)

  await application.rename(id, 'silo-watch')
  expect(await application.get(id, { $select: ['app_name', 'slug'] })).toEqual({
    app_name: 'silo-watch',
    slug: 'acme_logistics/silo-watch',
  })
})

test('sets, changes, reads and removes a device variable [DVAR-012]', async () => {
  const { envVar } = sdk.models.device
  expect(await envVar.get(uuid, 'LOG_LEVEL')).toBeUndefined()
  await envVar.set(uuid, 'LOG_LEVEL', 'info')
  await envVar.set(uuid, 'LOG_LEVEL', 'debug')
  expect(await envVar.get(uuid, 'LOG_LEVEL')).toBe('debug')
  expect(await envVar.getAllByDevice(uuid, { $select: ['name', 'value'] })).toContainEqual({
    name: 'LOG_LEVEL',
    value: 'debug',
  })
  await envVar.remove(uuid, 'LOG_LEVEL')
  expect(await envVar.get(uuid, 'LOG_LEVEL')).toBeUndefined()
})

test('sets and reads fleet and configuration variables [CALL-014, CALL-015, FVAR-043]', async () => {
  const { envVar, configVar } = sdk.models.application
  await envVar.set(FLEET, 'REGION', 'eu')
  expect(await envVar.get(FLEET, 'REGION')).toBe('eu')
  await configVar.set(FLEET, 'RESIN_SUPERVISOR_POLL_INTERVAL', '900000')
  expect(await configVar.get(FLEET, 'RESIN_SUPERVISOR_POLL_INTERVAL')).toBe('900000')
  expect(await configVar.getAllByApplication(FLEET, { $select: 'name' })).toContainEqual({
    name: 'RESIN_SUPERVISOR_POLL_INTERVAL',
  })
})

test('an observer cannot change anything', async () => {
  const olive = await world.signedIn('olive')
  const before = await read()
  await expect(olive.models.device.tags.set(uuid, 'site', 'x')).rejects.toMatchObject({ statusCode: 401 })
  await expect(olive.models.device.rename(uuid, 'mine')).rejects.toMatchObject({ statusCode: 401 })
  expect(await read()).toEqual(before)
})
