import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { model } from '../../../openapi/generated/model.ts'
import type { ResourceName } from '../../../openapi/generated/model.ts'
import { statusAndBody } from '../subjects.ts'
import { cloudOfFile } from '../use-cloud.ts'
import { changesSince, dumpOf } from './dump.ts'
import { newRow, offers, resources, writable } from './samples.ts'
import { subjectsOf } from './subjects.ts'

/** A world in which every writable resource has at least one row. */
const opened = cloudOfFile(async (world) => {
  const it = await subjectsOf(world)
  for (const [name, sample] of writable) {
    if (sample.never?.create === undefined) await newRow(name, sample, it, 7)
  }
  return { world, before: dumpOf(world) }
})

/** Resources without rows in this world, with the reason. */
const EMPTY: Partial<Record<ResourceName, string>> = {
  application__can_use__application_as_host: 'no application is host of another',
  delta: 'the simulated builder makes whole images',
  device_history: 'nothing is remembered of devices that never moved',
  organization__has_private_access_to__device_type: 'every device type is public',
  public_device: 'no fleet with devices is public',
  recovery_two_factor: 'told to their owner alone',
  social_service_account: 'told to their owner alone',
}

type Row = Record<string, unknown>

const reader = (name: ResourceName) => (name === 'user__has_direct_access_to__application' ? 'ada' : 'pat')

async function rowsOf(world: TestCloud, name: ResourceName): Promise<Row[]> {
  const rows = await world.rows(`/v7/${name}?$top=3`, reader(name))
  return rows.length > 0 ? rows : world.rows(`/v7/${name}?$top=3`, 'ada')
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '__id' in value ? value.__id : value

/** The key of a row in a path: its id, else its natural key. */
function keyOf(name: ResourceName, row: Row): string | undefined {
  if (typeof row['id'] === 'number') return String(row['id'])
  const [key] = model[name].keys
  return key
    ?.map((field) => {
      const value = idIn(row[field])
      return `${field}=${typeof value === 'number' ? value : `'${String(value)}'`}`
    })
    .join(',')
}

const names = resources.map(({ name }) => name)

test.each(names)(
  '%s: is listed, counted, read by its keys, and its relations are navigated',
  async (name) => {
    const { world } = opened()
    const { fields, keys, toOne, toMany } = model[name]
    const rows = await rowsOf(world, name)
    const [row] = rows
    if (row === undefined) return expect(Object.keys(EMPTY)).toContain(name)
    // Rows contain every field and relation, and nothing else (docs/platform/data-api.md).
    const columns = [...Object.keys(fields), ...Object.keys(toOne)]
    // The log of an image is returned only if it is selected.
    const unasked = columns.filter((column) => !(name === 'image' && column === 'build_log'))
    expect(Object.keys(row).toSorted()).toEqual(unasked.toSorted())

    const as = (await world.count(`/v7/${name}/$count`, 'pat')) > 0 ? 'pat' : 'ada'
    const all = await world.rows(`/v7/${name}?$select=${columns[0] ?? 'id'}`, as)
    expect(await world.count(`/v7/${name}/$count`, as)).toBe(all.length)

    const key = keyOf(name, row)
    if (key === undefined) return
    expect(await world.rows(`/v7/${name}(${key})`, as)).toEqual([row])
    for (const fieldsOfKey of keys) {
      const values = fieldsOfKey.map((field) => idIn(row[field]))
      if (values.some((value) => value === null || value === undefined)) continue
      const natural = fieldsOfKey
        .map((field, at) => {
          const value = values[at]
          return `${field}=${typeof value === 'number' ? value : `'${encodeURIComponent(String(value))}'`}`
        })
        .join(',')
      expect(await world.rows(`/v7/${name}(${natural})`, as)).toEqual([row])
    }
    if (!offers(name, 'navigate')) return
    for (const relation of Object.values(toOne)) {
      const found = await world.rows(`/v7/${name}(${key})/${relation.name}`, as)
      const target = idIn(row[relation.name])
      const seen = target === null ? [] : await world.rows(`/v7/${relation.resource}(${Number(target)})`, as)
      expect([relation.name, found]).toEqual([relation.name, seen])
    }
    for (const relation of Object.values(toMany)) {
      const found = await world.rows(`/v7/${name}(${key})/${relation.name}`, as)
      const filter = `${relation.by} eq ${String(row['id'])}`
      const count = await world.count(`/v7/${relation.resource}/$count?$filter=${filter}`, as)
      expect([relation.name, found.length]).toEqual([relation.name, count])
    }
  },
)

test.each(resources)('$name: accepts each of its names, and uses it in the response', async (resource) => {
  const { world } = opened()
  const as = reader(resource.name)
  const count = await world.count(`/v7/${resource.name}/$count`, as)
  for (const synonym of resource.synonyms) expect(await world.count(`/v7/${synonym}/$count`, as)).toBe(count)
  for (const relation of [...Object.values(resource.toOne), ...Object.values(resource.toMany)]) {
    for (const alias of [relation.name, ...relation.synonyms]) {
      const rows = await world.rows(`/v7/${resource.name}?$top=1&$expand=${alias}`, as)
      for (const row of rows) expect(Array.isArray(row[alias])).toBe(true)
    }
  }
})

const MALFORMED = /^Malformed url: '\/v7\//

test.each(names)('%s: rejects an invalid query, and changes nothing', async (name) => {
  const { world, before } = opened()
  const ask = async (path: string) => statusAndBody(await world.request(`/v7/${path}`, { as: 'ada' }))
  const [first] = [...Object.keys(model[name].toOne), ...Object.keys(model[name].toMany)]
  const paths = [name, `${name}/$count`, `${name}(1)`]
  if (offers(name, 'navigate')) paths.push(`${name}(1)/${first}`)
  for (const path of paths) {
    expect([path, await ask(`${path}?$filter=colour eq 'red'`)]).toEqual([path, [500, '']])
    const [status, text] = await ask(`${path}?$filter=id eq`)
    expect([path, status, text]).toEqual([path, 400, expect.stringMatching(MALFORMED)])
  }
  for (const option of ['$select=colour', '$expand=colour', '$orderby=colour asc']) {
    expect([option, await ask(`${name}?${option}`)]).toEqual([option, [500, '']])
  }
  expect(await ask(`${name}(colour=1)`)).toEqual([500, ''])
  expect(changesSince(before, world)).toEqual([])
})
