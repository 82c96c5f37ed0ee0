import type { Api } from './api.ts'

export interface Names {
  uuid: string
  /** The secret that the device chooses for itself. */
  key: string
}

/** Whether the platform still has a device; `unknown` when it does not say now. */
export type Presence = 'there' | 'gone' | 'unknown'

export type Witness = (names: Names) => Promise<Presence>

interface WitnessOptions {
  api: Api
  fleetId: number
  /** Key of a person, who sees the devices of the fleet; undefined when there is none. */
  personKey: string | undefined
}

/** How many rows an answer of the data API has; undefined when it is none. */
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
 * Who knows whether a device is gone. A 401 is no proof: a platform whose database is too slow answers so as well. A person who
 * sees the fleet and no such device is one. Without a person the device asks itself: the platform tells a machine that it has
 * forgotten to change nothing (304), although it named nothing that could be unchanged.
 */
export function witnessOf({ api, fleetId, personKey }: WitnessOptions): Witness {
  const rows = async (path: string, credential: string) =>
    rowsIn(await api.ask({ kind: null, method: 'GET', path, credential }))

  async function byPerson(credential: string, uuid: string): Promise<Presence> {
    const found = await rows(`/v7/device?$select=id&$filter=uuid eq '${uuid}'`, credential)
    if (found === undefined) return 'unknown'
    if (found > 0) return 'there'
    // Who does not see the fleet does not see its devices either.
    return (await rows(`/v7/application(${fleetId})?$select=id`, credential)) === 1 ? 'gone' : 'unknown'
  }

  async function byItself({ uuid, key: credential }: Names): Promise<Presence> {
    const path = `/device/v3/${uuid}/state`
    const told = await api.ask({ kind: null, method: 'GET', path, credential })
    if (told?.status === 200) return 'there'
    if (told?.status !== 304) return 'unknown'
    // A frozen device is told the same, and its row is there.
    const found = await rows(`/v7/device?$select=id&$filter=uuid eq '${uuid}'`, credential)
    return found === 1 ? 'there' : 'gone'
  }

  return (names) => (personKey === undefined ? byItself(names) : byPerson(personKey, names.uuid))
}
