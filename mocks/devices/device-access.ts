import type { Access } from '../access/access.ts'
import { unauthorized } from '../base/http-error.ts'
import type { HttpError } from '../base/http-error.ts'
import type { CloudParts, RequestContext } from '../http/request-context.ts'
import type { Source } from '../odata/source.ts'
import type { Store } from '../store/store.ts'

/** Whether the caller may see the device at this index of the world. */
export function seesDevice(source: Source, index: number): boolean {
  return source.visibility('device')?.test(index) ?? true
}

/** The device of a path. Throws 401 with an empty body without a credential, and `notFound` when the caller cannot see it. */
export function deviceOfPath(context: RequestContext, notFound: (uuid: string) => HttpError): number {
  const { store, source, caller, params } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const uuid = params['uuid'] ?? ''
  const index = store.world.indexOfUuid(uuid)
  if (index < 0 || !seesDevice(source, index)) throw notFound(uuid)
  return index
}

/** Throws 401 with an empty body unless the caller has this permission on the device. */
export function requireOnDevice(access: Access, permission: string, index: number): void {
  if (!access.can(permission, { kind: 'device', id: index + 1 })) throw unauthorized()
}

/** The address by which an external device may be sent requests; undefined unless there is one (docs/real-devices.md). */
export function devicePublicUrl(
  { store, deviceReach }: Pick<CloudParts, 'store' | 'deviceReach'>,
  index: number,
): string | undefined {
  if (deviceReach === undefined || !store.world.isExternal(index)) return undefined
  const devices = store.table('device')
  // Requests need the key that the device has reported.
  if (typeof devices.reader('api_secret')(index) !== 'string') return undefined
  return deviceReach.allowedOf(store.world.column('ipAddress')(index).split(' '))
}

/** Whether the platform can send requests to a device over its VPN; never to an external one. */
export function reachable({ platform, world }: Store): (index: number) => boolean {
  if (!platform.hasCloudlink) return () => false
  const up = world.column('cloudlink')
  return (index) => up(index) && !world.isExternal(index)
}
