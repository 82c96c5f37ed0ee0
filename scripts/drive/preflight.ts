import { DriveProblem } from './table.ts'

/** The fleet that a key can add devices to. */
export interface Preflight {
  fleetId: number
  slug: string
  deviceType: string
  /** The id of the user who owns the key; null for a provisioning key. */
  user: number | null
}

interface PreflightOptions {
  url: string
  key: string
  /** An id or a slug. */
  fleet: string
  /** A slug, for platforms that do not let the key read it. */
  deviceType: string | undefined
  /** The API key of a user, for what `key` may not read. */
  cleanUpKey: string | undefined
  ending: AbortSignal
}

type Row = Readonly<Record<string, unknown>>

function whyUnanswered(url: string, error: unknown): DriveProblem {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new DriveProblem(`Nothing answers at ${url}${code}. Is the address right, and is the platform up?`)
}

/** Throws a DriveProblem unless the key belongs to a user: no other key may delete devices. */
export async function requirePerson(url: string, key: string, ending: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const signal = AbortSignal.any([ending, AbortSignal.timeout(15_000)])
  const who = await fetch(new URL('/actor/v1/whoami', url), { signal, headers })
  const { actorType } = who.status === 200 ? ((await who.json()) as Row) : {}
  if (actorType === 'user') return
  throw new DriveProblem(
    'Only a person may delete devices, so the clean-up needs the API key of one: give it with --clean-up-key.',
  )
}

/** Checks that the platform responds and accepts the key, and finds the fleet. @throws DriveProblem */
export async function runPreflight(options: PreflightOptions): Promise<Preflight> {
  const { url, key, fleet, cleanUpKey, ending } = options
  const get = async (path: string, credential?: string): Promise<Response> => {
    try {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(15_000)])
      const headers = new Headers()
      if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`)
      return await fetch(new URL(path, url), { signal, headers })
    } catch (error) {
      ending.throwIfAborted()
      throw whyUnanswered(url, error)
    }
  }
  const rowsFor = async (path: string, credential: string): Promise<Row[]> => {
    const response = await get(path, credential)
    if (response.status !== 200) return []
    const body = (await response.json()) as { d?: Row[] }
    return body.d ?? []
  }
  /** On some platforms, a provisioning key cannot read any rows. */
  const rowsOf = async (path: string): Promise<Row[]> => {
    const rows = await rowsFor(path, key)
    return rows.length > 0 || cleanUpKey === undefined ? rows : rowsFor(path, cleanUpKey)
  }

  const ping = await get('/ping')
  if (ping.status !== 200 || (await ping.text()).trim() !== 'OK') {
    throw new DriveProblem(
      `${url} answers, but not as a platform's API does: GET /ping gave ${ping.status}. Is it the address of the API?`,
    )
  }
  const who = await get('/actor/v1/whoami', key)
  if (who.status !== 200) {
    throw new DriveProblem(
      `${url} does not take the key (${who.status}). It may be mistyped, expired or revoked.`,
    )
  }
  const { actorType, actorTypeId, slug } = (await who.json()) as Row
  if (actorType === 'device') {
    throw new DriveProblem('This is the key of a device. Give a provisioning key of the fleet.')
  }
  const isId = /^\d+$/.test(fleet)
  if (actorType === 'application') {
    if (isId ? actorTypeId !== Number(fleet) : slug !== fleet.toLowerCase()) {
      throw new DriveProblem(
        `The key joins devices to ${String(slug)} (${String(actorTypeId)}), not to ${fleet}.`,
      )
    }
  }
  const options$ = '$select=id,slug&$expand=is_for__device_type($select=slug)'
  const filter = `$filter=slug eq '${encodeURIComponent(fleet.toLowerCase().replaceAll("'", "''"))}'`
  const id = isId ? Number(fleet) : actorType === 'application' ? Number(actorTypeId) : undefined
  const [row] = await rowsOf(
    id === undefined ? `/v7/application?${filter}&${options$}` : `/v7/application(${id})?${options$}`,
  )
  const fleetId = id ?? row?.['id']
  if (typeof fleetId !== 'number' || (row === undefined && actorType !== 'application')) {
    throw new DriveProblem(`There is no fleet ${fleet}, or the key does not reach it.`)
  }
  const [type] = (row?.['is_for__device_type'] ?? []) as Row[]
  const deviceType = options.deviceType ?? type?.['slug']
  if (typeof deviceType !== 'string') {
    throw new DriveProblem('The key may not read the device type of the fleet. Name it with --device-type.')
  }
  return {
    fleetId,
    slug: [slug, row?.['slug']].find((one) => typeof one === 'string') ?? fleet,
    deviceType,
    user: actorType === 'user' ? Number(actorTypeId) : null,
  }
}
