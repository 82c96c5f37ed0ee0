import { HttpError } from '../base/http-error.ts'
import { empty } from '../http/request-context.ts'
import type { HandlerResult, JsonObject } from '../http/request-context.ts'
import type { ControlContext } from './control-context.ts'
import { deviceNamed } from './device-named.ts'
import { powerOn } from './power.ts'

const CONTACTS = ['cloudlink', 'polls', 'tunnel', 'away'] as const

/** Changes a device from outside: its power, connection and update lock. */
export function changeDevice(
  context: ControlContext,
  device: string,
  body: JsonObject,
): HandlerResult<never> {
  const { world, advance } = context
  advance()
  const index = deviceNamed(world, device)
  const { link, lock, contact, power } = body
  if (power !== undefined) {
    if (power !== 'on') throw new HttpError(400, '"power" must be "on"')
    powerOn(context, index)
  }
  if (link !== undefined) {
    if (link !== 'up' && link !== 'down') throw new HttpError(400, '"link" must be "up" or "down"')
    world.setLink(index, link === 'up')
  }
  if (contact !== undefined) {
    const connectivity = CONTACTS.find((one) => one === contact)
    if (connectivity === undefined)
      throw new HttpError(400, `"contact" must be one of ${CONTACTS.join(', ')}`)
    world.setConnectivity(index, connectivity)
  }
  if (lock !== undefined) {
    if (lock !== null && typeof lock !== 'string')
      throw new HttpError(400, '"lock" must be a service or null')
    world.setLock(index, lock)
  }
  return empty()
}

/** A fault can list devices by UUID or name; their ids are stored. */
export function faultWithIds({ world }: ControlContext, body: JsonObject): JsonObject {
  const { devices } = body
  if (!Array.isArray(devices)) return body
  const idOf = world.column('id')
  return {
    ...body,
    devices: devices.map((one: unknown) => (typeof one === 'string' ? idOf(deviceNamed(world, one)) : one)),
  }
}
