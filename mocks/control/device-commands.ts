import type { DeviceChange, NewFault } from '../../openapi/generated/control.d.ts'
import type { FaultToAdd } from '../faults/faults.ts'
import { empty } from '../http/request-context.ts'
import type { HandlerResult } from '../http/request-context.ts'
import type { ControlContext } from './control-context.ts'
import { deviceNamed } from './device-named.ts'
import { powerOn } from './power.ts'

/** Changes a device from outside: its power, connection and update lock. */
export function changeDevice(
  context: ControlContext,
  device: string,
  { link, lock, contact, power }: DeviceChange,
): HandlerResult<never> {
  const { world, advance } = context
  advance()
  const index = deviceNamed(world, device)
  if (power !== undefined) powerOn(context, index)
  if (link !== undefined) world.setLink(index, link === 'up')
  if (contact !== undefined) world.setConnectivity(index, contact)
  if (lock !== undefined) world.setLock(index, lock)
  return empty()
}

/** A fault can list devices by UUID or name; their ids are stored. */
export function faultWithIds({ world }: ControlContext, { devices, ...fault }: NewFault): FaultToAdd {
  if (devices === undefined) return fault
  const idOf = world.column('id')
  return {
    ...fault,
    devices: devices.map((one) => (typeof one === 'string' ? idOf(deviceNamed(world, one)) : one)),
  }
}
