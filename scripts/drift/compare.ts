import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { model } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { dataOperations } from '../../openapi/generated/operations.ts'
import { examine } from './examine.ts'
import type { Answered } from './examine.ts'
import { serviceReads } from './plan.ts'
import type { Known } from './plan.ts'
import type { Side } from './side.ts'

export interface Compared {
  operation: string
  /** null: not requested, because no row was found for it. */
  live: Answered | null
  mock: Answered | null
  /** Fields of the contract that only one of them returns. */
  onlyLive: string[]
  onlyMock: string[]
  /** Why neither was asked. */
  leftOut?: string
}

export interface DriftOptions {
  live: Side
  mock: Side
  /** The kind of both platforms: the contract defines what each supports. */
  platform?: PlatformName
  /** Only operations whose id starts with this. */
  only?: string
  tell?: (compared: Compared) => void
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const rowsOf = (body: unknown): Row[] =>
  isRow(body) && Array.isArray(body.d) ? (body.d as unknown[]).filter(isRow) : []
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Rows read per resource; more would only load the platform. */
const ROWS = 5

/** What is known about one side so far. */
interface Found {
  known: Known
  rows: Partial<Record<ResourceName, Row[]>>
}

/** Takes the parameters of service paths from the rows of a side. */
function learn({ known, rows }: Found): void {
  const first = (resource: ResourceName): Row => rows[resource]?.[0] ?? {}
  const values: Known = {
    deviceUuid: text(first('device').uuid),
    deviceType: text(first('device_type').slug),
    fleetUuid: text(first('application').uuid),
    osVersion: text(first('release').raw_version),
    username: text(first('user').username),
    organization: typeof first('organization').id === 'number' ? Number(first('organization').id) : undefined,
  }
  Object.assign(known, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}

/** The path of a read of the data API; undefined if the side has no row for it. */
function dataPath(resource: ResourceName, verb: string, { rows }: Found): string | undefined {
  const base = `/v7/${resource}`
  const order = model[resource].hasId ? '&$orderby=id asc' : ''
  if (verb === 'list') return `${base}?$top=${ROWS}${order}`
  if (verb === 'count') return `${base}/$count`
  const row = rows[resource]?.find(({ id }) => typeof id === 'number')
  if (!row) return undefined
  if (verb === 'get') return `${base}(${Number(row.id)})`
  const relation = Object.keys(model[resource].toOne).find((name) => row[name] !== null && name in row)
  return relation && `${base}(${Number(row.id)})/${relation}`
}

const parentOf = (field: string) => /^(.*?)(?:\[\])*\.[^.]+$/.exec(field)?.[1] ?? ''

const outside = (left: Answered | null, right: Answered | null): string[] => {
  if (left?.status !== 200 || right?.status !== 200) return []
  const known = new Set(right.seen)
  // Fields below a list that is empty on the other side cannot be compared.
  const parents = new Set(right.seen.map(parentOf))
  return left.seen.filter((field) => !known.has(field) && parents.has(parentOf(field)))
}

const compared = (operation: string, live: Answered | null, mock: Answered | null): Compared => ({
  operation,
  live,
  mock,
  onlyLive: outside(live, mock),
  onlyMock: outside(mock, live),
})

/** Sends every read-only operation to both sides, in step, and compares the responses. Never writes. */
export async function findDrift({
  live,
  mock,
  platform = 'hosted',
  only = '',
  tell,
}: DriftOptions): Promise<Compared[]> {
  const sides = [
    { side: live, found: { known: {}, rows: {} } as Found },
    { side: mock, found: { known: {}, rows: {} } as Found },
  ] as const
  const all: Compared[] = []
  const isWanted = (id: string) => id.startsWith(only)
  const add = (one: Compared) => {
    if (!isWanted(one.operation)) return
    all.push(one)
    tell?.(one)
  }
  const ask = async (id: string, pathOf: (found: Found) => string | undefined, resource?: ResourceName) => {
    const [ofLive, ofMock] = await Promise.all(
      sides.map(async ({ side, found }) => {
        const path = pathOf(found)
        if (path === undefined) return null
        const rowsOfIt = id.endsWith('.navigate') ? undefined : resource
        const { answered, body } = await examine(side, { id, path, resource: rowsOfIt, platform })
        if (resource && id.endsWith('.list')) found.rows[resource] = rowsOf(body)
        return answered
      }),
    )
    add(compared(id, ofLive ?? null, ofMock ?? null))
  }

  const reads = dataOperations.filter(
    ({ method, resource, id }) => method === 'GET' && (isWanted(id) || DISCOVERY.has(resource)),
  )
  // Lists first: the other operations need ids from them.
  for (const round of ['list', 'count', 'get', 'navigate'] as const) {
    for (const { id, resource, verb } of reads) {
      if (verb !== round || (round !== 'list' && !isWanted(id))) continue
      await ask(id, (found) => dataPath(resource, verb, found), resource)
    }
  }
  for (const { found } of sides) learn(found)
  for (const { id, path, why } of serviceReads) {
    if (!isWanted(id)) continue
    if (path) await ask(id, ({ known }) => path(known))
    else add({ operation: id, live: null, mock: null, onlyLive: [], onlyMock: [], leftOut: why ?? '' })
  }
  return all
}

/** Resources whose rows provide the parameters of service paths. */
const DISCOVERY: ReadonlySet<ResourceName> = new Set([
  'application',
  'device',
  'device_type',
  'organization',
  'release',
  'user',
])
