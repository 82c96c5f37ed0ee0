import type { BalenaSDK } from 'balena-sdk'
import { onTestFinished } from 'vitest'
import type { SdkWorld } from './sdk-world.ts'

export const ACME = 'acme_logistics'

/** An id that does not exist. */
export const UNKNOWN_ID = 999_999_999

export const MINUTE = 60_000

/** A name that no other test uses. */
export const ownName = (what: string): string => `${what}-${crypto.randomUUID().slice(0, 8)}`

/** A unique commit: 40 hexadecimal digits. */
const ownCommit = (): string =>
  `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 40)

interface FleetOptions {
  deviceType?: string
  organization?: string
  applicationClass?: 'fleet' | 'app' | 'block'
}

/** An empty fleet for one test, deleted afterwards. */
export async function ownFleet(sdk: BalenaSDK, options: FleetOptions = {}) {
  const { deviceType = 'raspberrypi4-64', organization = ACME, applicationClass } = options
  const name = ownName('own')
  const { id, slug, uuid } = await sdk.models.application.create({
    name,
    deviceType,
    organization,
    ...(applicationClass === undefined ? {} : { applicationClass }),
  })
  onTestFinished(async () => {
    if (await sdk.models.application.has(id)) await sdk.models.application.remove(id)
  })
  return { id, slug, uuid, name }
}

interface ReleaseOptions {
  semver: string
  isFinal?: boolean
  services?: readonly string[]
}

/** A release created like a builder does, within a minute: started, filled with images, then marked as successful. */
export async function ownRelease(world: SdkWorld, sdk: BalenaSDK, fleet: number, options: ReleaseOptions) {
  const { semver, isFinal = true, services = ['main'] } = options
  const commit = ownCommit()
  const start = world.cloud.clock.now()
  const release = await sdk.pine.post({
    resource: 'release',
    body: {
      belongs_to__application: fleet,
      commit,
      semver,
      is_final: isFinal,
      status: 'running',
      source: 'cloud',
      composition: { version: '2.4', services: Object.fromEntries(services.map((name) => [name, {}])) },
      start_timestamp: start,
    },
  })
  const known = await sdk.models.service.getAllByApplication(fleet, { $select: ['id', 'service_name'] })
  for (const name of services) {
    const service =
      known.find(({ service_name }) => service_name === name) ??
      (await sdk.pine.post({ resource: 'service', body: { application: fleet, service_name: name } }))
    const image = await sdk.pine.post({
      resource: 'image',
      body: {
        is_a_build_of__service: service.id,
        status: 'success',
        start_timestamp: start,
        push_timestamp: start,
        build_log: `Step 1/1 : FROM ${name}`,
      },
    })
    await sdk.pine.post({
      resource: 'release_image',
      body: { is_part_of__release: release.id, image: image.id },
    })
  }
  pass(world, MINUTE)
  await sdk.pine.patch({ resource: 'release', id: release.id, body: { status: 'success' } })
  return { id: release.id, commit }
}

/** A device registered in a fleet, not yet powered on. */
export async function ownDevice(sdk: BalenaSDK, fleet: number) {
  const uuid = sdk.models.device.generateUniqueKey()
  const { id } = await sdk.models.device.register(fleet, uuid)
  return { id, uuid }
}

/** Powers on the simulated machine of a registered device. */
export async function powerOn(world: SdkWorld, uuid: string): Promise<void> {
  const body = JSON.stringify({ power: 'on' })
  const request = new Request(`${world.url}/__flotilla/devices/${uuid}`, { method: 'POST', body })
  const { status } = await world.cloud.handle(request)
  if (status !== 200) throw new Error(`The device was not switched on: ${status}`)
}

/** A fleet with one release, and an online device that runs it. */
export async function ownRunningDevice(world: SdkWorld, sdk: BalenaSDK) {
  const fleet = await ownFleet(sdk)
  const release = await ownRelease(world, sdk, fleet.id, { semver: '1.0.0', services: ['main', 'uplink'] })
  const device = await ownDevice(sdk, fleet.id)
  await powerOn(world, device.uuid)
  pass(world, 10 * MINUTE)
  return { ...device, fleet, release }
}

/** Advances the clock of the world. */
export function pass(world: SdkWorld, ms: number): void {
  world.cloud.clock.advanceTo(world.cloud.clock.now() + ms)
}
