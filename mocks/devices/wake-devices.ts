import type { CloudParts } from '../http/request-context.ts'
import type { Store } from '../store/store.ts'
import { devicePublicUrl } from './device-access.ts'
import { deviceTarget } from './state-handlers.ts'

/** The target that each real device has been told of, by its index. */
const knownTargetsByStore = new WeakMap<Store, Map<number, string>>()

/**
 * Tells the external devices that can be sent requests to read their target if it has changed since they were last told. Nobody
 * waits for them: a device that misses it reads its target at its next poll.
 */
export function wakeDevices(parts: CloudParts): void {
  const { store, deviceReach } = parts
  if (deviceReach === undefined) return
  const knownTargets = knownTargetsByStore.get(store) ?? new Map<number, string>()
  knownTargetsByStore.set(store, knownTargets)
  const isUp = store.world.column('cloudlink')
  for (const index of store.world.externalDevices()) {
    const address = isUp(index) ? devicePublicUrl(parts, index) : undefined
    if (address === undefined) continue
    const target = JSON.stringify(deviceTarget(store, index))
    const before = knownTargets.get(index)
    knownTargets.set(index, target)
    if (before === undefined || before === target) continue
    const device = { address, key: String(store.table('device').reader('api_secret')(index)) }
    const request = { method: 'POST', path: '/v1/update', query: new Map<string, string>(), body: '' }
    void deviceReach.send(device, request).catch(() => {})
  }
}
