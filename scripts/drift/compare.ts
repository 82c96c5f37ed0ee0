import { dataOperations } from '../../openapi/generated/operations.ts'
import { model } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { examine } from './examine.ts'
import type { Answered } from './examine.ts'
import { serviceReads } from './plan.ts'
import type { Known } from './plan.ts'
import type { Side } from './side.ts'

export interface Compared {
  operation: string
  /** null: not asked, because nothing was found to ask for. */
  live: Answered | null
  mock: Answered | null
  /** Fields that the contract knows and only one of them sends. */
  onlyLive: string[]
  onlyMock: string[]
  /** Why it was not asked of either. */
  leftOut?: string
}

export interface DriftOptions {
  live: Side
  mock: Side
  /** Which platform both are: the contract says what each has. */
  platform?: PlatformName
  /** Only operations whose id begins so. */
  only?: string
  tell?: (compared: Compared) => void
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const rowsOf = (body: unknown): Row[] =>
  isRow(body) && Array.isArray(body.d) ? (body.d as unknown[]).filter(isRow) : []
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Rows of each resource that are looked at; more would only cost the platform time. */
const ROWS = 5

/** What one side has told so far. */
interface Found {
  known: Known
  rows: Partial<Record<ResourceName, Row[]>>
}

/** Learns from the rows of a side what paths of services are made of. */
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

/** The path of a read of the data API, or undefined when the side has no row for it. */
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

const parentOf = (place: string) => /^(.*?)(?:\[\])*\.[^.]+$/.exec(place)?.[1] ?? ''

const outside = (left: Answered | null, right: Answered | null): string[] => {
  if (left?.status !== 200 || right?.status !== 200) return []
  const known = new Set(right.seen)
  // Below what the other side left empty nothing can be compared.
  const parents = new Set(right.seen.map(parentOf))
  return left.seen.filter((place) => !known.has(place) && parents.has(parentOf(place)))
}

const compared = (operation: string, live: Answered | null, mock: Answered | null): Compared => ({
  operation,
  live,
  mock,
  onlyLive: outside(live, mock),
  onlyMock: outside(mock, live),
})

/** Reads everything that only reads, of both sides in step, and compares. Nothing is ever written. */
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
  // Lists first: the others are asked with the ids that they hold.
  for (const wave of ['list', 'count', 'get', 'navigate'] as const) {
    for (const { id, resource, verb } of reads) {
      if (verb !== wave || (wave !== 'list' && !isWanted(id))) continue
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

/** Their rows tell what paths of services are made of. */
const DISCOVERY: ReadonlySet<ResourceName> = new Set([
  'application',
  'device',
  'device_type',
  'organization',
  'release',
  'user',
])
