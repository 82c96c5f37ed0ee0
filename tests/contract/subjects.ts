import type { TestCloud } from '../../mocks/hosts/node.ts'

/** The id of a fleet, app or block of the scenarios. */
export async function fleetId(world: TestCloud, name: string): Promise<number> {
  const [fleet] = await world.rows(`/v7/application?$select=id&$filter=app_name eq '${name}'`, 'pat')
  if (fleet === undefined) throw new Error(`No fleet ${name}`)
  return Number(fleet['id'])
}

export interface FoundDevice {
  id: number
  uuid: string
}

/** The first device of a fleet, by name, that also matches a filter. */
export async function aDevice(
  world: TestCloud,
  fleet: string,
  filter = "overall_status eq 'operational'",
): Promise<FoundDevice> {
  const id = await fleetId(world, fleet)
  const [device] = await world.rows(
    `/v7/device?$select=id,uuid&$top=1&$orderby=device_name asc&$filter=belongs_to__application eq ${id} and ${filter}`,
    'pat',
  )
  if (device === undefined) throw new Error(`No device of ${fleet} with ${filter}`)
  return { id: Number(device['id']), uuid: String(device['uuid']) }
}

/** The id of a release by its version. */
export async function releaseId(world: TestCloud, fleet: string, version: string): Promise<number> {
  const [release] = await world.rows(
    `/v7/release?$select=id&$filter=belongs_to__application eq ${await fleetId(world, fleet)} and startswith(raw_version,'${version}')`,
    'pat',
  )
  if (release === undefined) throw new Error(`No release ${version} of ${fleet}`)
  return Number(release['id'])
}

/** The only row of an expansion. Throws if there is none. */
export function expanded(
  row: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Record<string, unknown> {
  const rows = row?.[name]
  const found: unknown = Array.isArray(rows) ? rows[0] : undefined
  if (typeof found !== 'object' || found === null) throw new Error(`Nothing is expanded under ${name}`)
  return { ...found }
}

/** The status and body of a response; the body as JSON or text. */
export async function statusAndBody(response: Response): Promise<[number, unknown]> {
  const text = await response.text()
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json'))
    return [response.status, text]
  return [response.status, JSON.parse(text)]
}
