import type { JoinableFleet, NewMachine, PoweredOn } from '../../openapi/generated/control.d.ts'
import { makeKey } from '../account/keys.ts'
import { HttpError } from '../base/http-error.ts'
import { requireRoom } from '../billing/allowance.ts'
import { provisionDevice } from '../devices/provisioning.ts'
import { architectureOf, deviceTypeNamed, runsOn } from '../os/device-types.ts'
import { osReleaseNamed, splitVersion } from '../os/system-releases.ts'
import { deviceActorId } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import type { ControlContext } from './control-context.ts'

const poweredOn = ({ world }: ControlContext, index: number): PoweredOn => ({
  id: index + 1,
  uuid: world.column('uuid')(index),
  name: world.column('name')(index),
})

/** Powers on a preregistered device. */
export function powerOn(context: ControlContext, index: number): PoweredOn {
  const { world, store } = context
  if (world.isExternal(index)) throw new HttpError(400, 'This is an external device')
  if (!world.isSilent(index)) throw new HttpError(400, 'This device is already powered on')
  world.powerOn(index)
  store.changed()
  return poweredOn(context, index)
}

/** Fleets that a device can join: not apps, blocks or host OS applications. */
export function joinableFleets({ store, world }: ControlContext): JoinableFleet[] {
  const fleets = store.rows('application')
  return [...fleets.handles()]
    .map((id) => ({ id, row: fleets.row(id) }))
    .filter(({ row }) => row.is_of__class === 'fleet' && row.is_host !== true && row.is_archived !== true)
    .filter(({ row }) => row.is_public !== true)
    .map(({ id, row }) => ({
      id,
      slug: row.slug,
      deviceType: store.rows('device_type').reader('slug')(row.is_for__device_type),
      devices: world.devicesOfFleet(id).length,
    }))
    .sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

function fleetOf(store: Store, fleet: NewMachine['fleet']): number {
  const id = typeof fleet === 'string' ? store.rows('application').find('slug', fleet)?.[0] : fleet
  if (typeof id !== 'number' || store.rows('application').byId(id) < 0) {
    throw new HttpError(404, `There is no fleet ${fleet}`)
  }
  return id
}

/** Powers on a device with the image of a fleet: it registers with the key in the image, and connects. */
export function startMachine(context: ControlContext, request: NewMachine): PoweredOn {
  const { store, clock } = context
  const { deviceType: requested, osVersion = '6.1.0', variant = 'prod' } = request
  const fleet = fleetOf(store, request.fleet)
  const own = store.rows('application').reader('is_for__device_type')(fleet)
  const type = requested === undefined ? own : deviceTypeNamed(store, requested).id
  if (!runsOn(architectureOf(store, type), architectureOf(store, own))) {
    throw new HttpError(400, `Device type ${requested} cannot run the releases of this fleet`)
  }
  if (requested !== undefined && osReleaseNamed(store, type, osVersion) === undefined) {
    throw new HttpError(400, `There is no OS version ${osVersion} for ${requested}`)
  }
  const now = clock.now()
  requireRoom(store, fleet, now)
  const machine = { version: splitVersion(osVersion).version, variant } as const
  const index = provisionDevice(store, { fleet, deviceType: type, at: now, machine })
  makeKey(store, now, { actor: deviceActorId(index + 1), role: 'device-api-key' })
  return poweredOn(context, index)
}
