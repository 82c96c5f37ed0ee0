import type { World } from '../../simulator/world/world.ts'
import { HttpError } from '../base/http-error.ts'

/** The device with this UUID or name. Throws 404 when there is none, 400 when the name is ambiguous. */
export function deviceNamed(world: World, text: string): number {
  const byUuid = /^[0-9a-f]{32,62}$/.test(text) ? world.indexOfUuid(text) : -1
  if (byUuid >= 0) return byUuid
  const nameOf = world.column('name')
  const found: number[] = []
  for (let index = 0; index < world.size && found.length < 2; index++) {
    if (world.exists(index) && nameOf(index) === text) found.push(index)
  }
  const [first, second] = found
  if (first === undefined) throw new HttpError(404, `No device has the UUID or name ${text}`)
  if (second !== undefined) throw new HttpError(400, `More than one device is called ${text}; use its UUID`)
  return first
}
