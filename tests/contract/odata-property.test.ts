import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { NaiveOData, countUrlOf, urlOf } from './naive-odata.ts'
import type { Row } from './naive-odata.ts'
import { createQueries } from './odata-queries.ts'
import { shapes } from './odata-shapes.ts'

const SEED = 20_261_120
const world = createTestCloud('first-look', { devices: 48 })
afterAll(() => world.dispose())

type Resource = keyof typeof shapes

const isResource = (name: string): name is Resource => name in shapes
const resources = Object.keys(shapes).filter(isResource)

beforeAll(async () => {
  // Adds data that a new world lacks: pins, notes, custom tags, a deleted device, a running update.
  const ids = (await world.rows('/v7/device?$select=id&$orderby=id asc', 'ada')).map((row) =>
    Number(row['id']),
  )
  const [release] = await world.rows("/v7/release?$select=id&$filter=raw_version eq '4.11.0'", 'ada')
  const fleet = await world.rows(
    "/v7/device?$select=id&$filter=belongs_to__application/app_name eq 'cold-chain-eu'&$orderby=id asc&$top=3",
    'ada',
  )
  const change = async (method: string, path: string, body?: unknown) => {
    const response = await world.request(path, { as: 'ada', method, ...(body === undefined ? {} : { body }) })
    expect(response.status, path).toBeLessThan(300)
  }
  for (const { id } of fleet.slice(0, 2)) {
    await change('PATCH', `/v7/device(${Number(id)})`, {
      is_pinned_on__release: release?.['id'],
      note: "o'clock, 100%",
    })
  }
  await change('PATCH', `/v7/device(${ids[4]})`, { device_name: 'A-b c', note: '' })
  await change('DELETE', `/v7/device(${ids[6]})`)
  for (const [at, value] of ['A-b c', '100%', '4.1'].entries()) {
    await change('POST', '/v7/device_tag', { device: ids[at * 2 + 1], tag_key: 'own', value })
  }
  await change('PATCH', "/v7/device_tag?$filter=tag_key eq 'site' and device in (1,2)", { value: 'MOVED' })
  world.clock.advanceTo(world.clock.now() + 45_000)
})

async function tablesAs(person: DemoName) {
  const tables: Record<string, Row[]> = {}
  for (const resource of resources)
    tables[resource] = await world.rows(`/v7/${resource}?$orderby=id asc`, person)
  return tables
}

// Pat sees every row; Ada those of her organizations, which may refer to rows she does not see.
describe.each<DemoName>(['pat', 'ada'])('as %s', (person) => {
  test.each(resources)('random queries for %s match the naive implementation', async (resource) => {
    const tables = await tablesAs(person)
    const naive = new NaiveOData(shapes, tables)
    const { query } = createQueries(tables)
    await fc.assert(
      fc.asyncProperty(query(resource), async (asked) => {
        const rows = await world.rows(urlOf(resource, asked), person)
        expect(rows, urlOf(resource, asked)).toEqual(naive.read(resource, asked))
        const count = await world.count(countUrlOf(resource, asked), person)
        expect(count, countUrlOf(resource, asked)).toBe(naive.count(resource, asked))
      }),
      { seed: SEED, numRuns: resource === 'device' || resource === 'application' ? 120 : 40 },
    )
  })
})
