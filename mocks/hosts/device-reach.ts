import { BlockList, isIP } from 'node:net'
import type { DeviceReach } from '../http/request-context.ts'

/** How long a device may take for an answer. Real milliseconds. */
const PATIENCE_MS = 50_000

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Addresses and networks, separated by commas. Throws with a sentence on anything else. */
function networksIn(text: string): BlockList {
  const allowed = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits] = part.split('/')
    const family = familyOf(address)
    const most = family === 'ipv6' ? 128 : 32
    const isNetwork = bits !== undefined && /^\d+$/.test(bits) && Number(bits) <= most
    if (isIP(address) === 0 || (bits !== undefined && !isNetwork))
      throw new Error(
        `"${part}" is neither an address such as 192.168.1.20 nor a network such as 192.168.1.0/24`,
      )
    if (bits === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, Number(bits), family)
  }
  return allowed
}

/** The port of the supervisor on every device. */
const SUPERVISOR_PORT = 48_484

/** The way to the supervisors of devices with allowed addresses. The devices say which they have, but not the port. */
export function createDeviceReach(allowedNetworks: string, port = SUPERVISOR_PORT): DeviceReach {
  const networks = networksIn(allowedNetworks)
  return {
    allowedOf: (addresses) =>
      addresses.find((address) => isIP(address) !== 0 && networks.check(address, familyOf(address))),

    async send({ address, key }, { method, path, body }) {
      const host = isIP(address) === 6 ? `[${address}]` : address
      const url = new URL(`http://${host}:${port}${path}`)
      url.searchParams.set('apikey', key)
      const hasBody = body !== '' && method !== 'GET' && method !== 'HEAD'
      const response = await fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(hasBody ? { body, headers: { 'content-type': 'application/json' } } : {}),
      }).catch((error: unknown) => {
        const reason =
          error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
        throw new Error(`The device at ${address} cannot be reached: ${reason}`, { cause: error })
      })
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        body: await response.text(),
      }
    },
  }
}
