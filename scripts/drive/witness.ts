import type { Api } from './api.ts'

export interface Names {
  uuid: string
  /** The secret that the device generates for itself. */
  key: string
}

/** Whether a device exists on the platform; `unknown` if the platform does not say. */
export type Presence = 'there' | 'gone' | 'unknown'

export type Witness = (names: Names) => Promise<Presence>

interface WitnessOptions {
  api: Api
  fleetId: number
  /** The API key of a user who can see the devices of the fleet; undefined if there is none. */
  personKey: string | undefined
}

/** The number of rows in a response of the data API; undefined if it is not one. */
function rowsIn(answer: { status: number; text: string } | undefined): number | undefined {
  if (answer?.status !== 200) return undefined
  try {
    const body = JSON.parse(answer.text) as { d?: unknown }
    return Array.isArray(body.d) ? body.d.length : undefined
  } catch {
    return undefined
  }
}

/**
 * Finds out whether a device was deleted. A 401 is no proof: a platform whose database is overloaded also responds with it. With the
 * key of a user, the device is gone if the user sees the fleet but not the device. Without one, the device polls its target state:
 * the platform returns a 304 to a deleted device, although the request contains no etag.
 */
export function createWitness({ api, fleetId, personKey }: WitnessOptions): Witness {
  const rows = async (path: string, credential: string) =>
    rowsIn(await api.ask({ kind: null, method: 'GET', path, credential }))

  async function byPerson(credential: string, uuid: string): Promise<Presence> {
    const found = await rows(`/v7/device?$select=id&$filter=uuid eq '${uuid}'`, credential)
    if (found === undefined) return 'unknown'
    if (found > 0) return 'there'
    // A user who cannot see the fleet cannot see its devices.
    return (await rows(`/v7/application(${fleetId})?$select=id`, credential)) === 1 ? 'gone' : 'unknown'
  }

  async function byItself({ uuid, key: credential }: Names): Promise<Presence> {
    const path = `/device/v3/${uuid}/state`
    const response = await api.ask({ kind: null, method: 'GET', path, credential })
    if (response?.status === 200) return 'there'
    if (response?.status !== 304) return 'unknown'
    // A frozen device also gets a 304, but its row exists.
    const found = await rows(`/v7/device?$select=id&$filter=uuid eq '${uuid}'`, credential)
    return found === 1 ? 'there' : 'gone'
  }

  return (names) => (personKey === undefined ? byItself(names) : byPerson(personKey, names.uuid))
}
