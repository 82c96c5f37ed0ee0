import { text } from '../http/request-context.ts'
import type { HandlerResult, CloudParts } from '../http/request-context.ts'
import type { Store } from '../store/store.ts'
import { reachable } from './device-access.ts'

/** The service that is assumed to listen on port 80. */
function webService(store: Store, index: number): string | undefined {
  const { services } = store.world.device(index)
  const running = services.filter(({ status }) => status === 'Running')
  const isWeb = (name: string) => /dashboard|display|kiosk|web/.test(name)
  return (running.find(({ name }) => isWeb(name)) ?? running[0])?.name
}

/**
 * The response of the public URL of a device, `https://<uuid>.<deviceUrlsBase>`, which leads to the service on port 80.
 * undefined for any other host.
 */
export function deviceAddress(
  { store, deviceUrlsBase }: CloudParts,
  { hostname }: URL,
): HandlerResult | undefined {
  if (!hostname.endsWith(`.${deviceUrlsBase}`)) return undefined
  const { world } = store
  const index = world.indexOfUuid(hostname.slice(0, -deviceUrlsBase.length - 1))
  const isOn = index >= 0 && store.table('device').reader('is_web_accessible')(index) === true
  if (!isOn) return text('No device answers at this address: it has none, or its public URL is off.\n', 404)
  const name = world.column('name')(index)
  if (!reachable(store)(index)) return text(`${name} is offline.\n`, 503)
  const service = webService(store, index)
  if (service === undefined) return text(`Nothing listens at port 80 of ${name}.\n`, 502)
  return text(`${service} of ${name} says hello.\n`)
}
