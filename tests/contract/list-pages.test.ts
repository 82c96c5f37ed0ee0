import { beforeAll, afterAll, beforeEach, expect, test } from 'vitest'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import { connectApi, api } from '../../src/api/api.ts'
import { forgetKeys } from '../../src/api/known-keys.ts'
import { readPlace } from '../../src/api/list-page.ts'

let world: TestCloud
let fleet: number
let asked: string[] = []
const signal = new AbortController().signal

beforeAll(async () => {
  world = createTestCloud('ten-thousand')
  const token = await world.token('ada')
  const connected = connectApi({
    apiUrl: 'https://api.flotilla.test',
    terminalUrl: 'https://api.flotilla.test',
    tokenKey: 'flotilla:list-pages-test',
    fetch(input, init) {
      const request = new Request(input, init)
      asked.push(decodeURIComponent(request.url.slice(request.url.indexOf('/v7/'))))
      return world.cloud.handle(request)
    },
  })
  connected.token.set(token)
  const [largest] = await world.rows(
    '/v7/application?$select=id&$expand=owns__device/$count&$orderby=owns__device/$count desc&$top=1',
    'ada',
  )
  fleet = Number(largest?.['id'])
})
afterAll(() => world.dispose())
beforeEach(() => {
  asked = []
})

const COUNT = 100
const skipped = () => asked.map((url) => Number(/\$skip=(\d+)/.exec(url)?.[1] ?? 0))

type Order = Parameters<typeof readPlace<'device', { id: number }>>[0]['$orderby']

/** Devices in an order. */
function aList(order: object[], filter: object = {}) {
  const list = {
    resource: 'device',
    $filter: { belongs_to__application: fleet, ...filter },
    $orderby: order as unknown as Order,
  } as const
  const page = (from: number) =>
    readPlace(list, { from, count: COUNT }, signal, (rows) =>
      api().data.query('device', signal, { $select: ['id', 'device_name'], ...rows }),
    ).then((rows) => rows.map(({ id }) => id))
  const whole = async () => {
    const rows = await api().data.query('device', signal, {
      $select: ['id'],
      $filter: list.$filter,
      $orderby: list.$orderby as never,
      $top: 2_000,
    })
    return rows.map(({ id }) => id)
  }
  return { page, whole }
}

// Unique names; few values with many equal rows; values of which many are null; dates; several columns.
const orders: [string, object[]][] = [
  ['name', [{ device_name: 'asc' }, { id: 'asc' }]],
  ['name, descending', [{ device_name: 'desc' }, { id: 'desc' }]],
  ['version', [{ os_version: 'desc' }, { id: 'desc' }]],
  ['heartbeat and name', [{ api_heartbeat_state: 'asc' }, { device_name: 'desc' }, { id: 'asc' }]],
  ['temperature, null for many', [{ cpu_temp: 'asc' }, { id: 'asc' }]],
  ['temperature, descending', [{ cpu_temp: 'desc' }, { id: 'desc' }]],
  ['note, null for all', [{ note: 'desc' }, { id: 'desc' }]],
  ['date', [{ last_connectivity_event: 'asc' }, { id: 'asc' }]],
  ['date, descending', [{ created_at: 'desc' }, { id: 'desc' }]],
]

test.each(orders)(
  'pages by %s, forward and back, are those of the whole list, and skip nothing',
  async (_, order) => {
    const { page, whole } = aList(order)
    const all = await whole()
    expect(all).toHaveLength(2_000)
    // A jump is the only request that skips, and it reads keys only.
    asked = []
    expect(await page(1_200)).toEqual(all.slice(1_200, 1_300))
    expect(skipped().filter((rows) => rows > 0)).toEqual([1_200])
    expect(asked[0]).not.toMatch(/\$expand|overall_status/)

    asked = []
    for (const from of [1_300, 1_400, 1_500, 1_100, 1_000, 900, 800, 700, 600, 500, 1_400])
      expect(await page(from), `from ${from}`).toEqual(all.slice(from, from + COUNT))
    expect(Math.max(...skipped())).toBe(0)
    // A second jump begins at the nearest known row.
    asked = []
    expect(await page(1_800)).toEqual(all.slice(1_800, 1_900))
    expect(Math.max(...skipped())).toBeLessThanOrEqual(200)
  },
)

test('places that are known from before another account or world are not used', async () => {
  const { page } = aList([{ cpu_usage: 'asc' }, { id: 'asc' }])
  await page(1_200)
  forgetKeys()
  asked = []
  await page(1_300)
  expect(skipped().filter((rows) => rows > 0)).toEqual([1_300])
})

test('an order by a relation has no keys: the ids of the page are read with a skip, and its rows by id', async () => {
  const { page, whole } = aList([{ 'is_of__device_type/name': 'asc' }, { id: 'asc' }])
  const all = await whole()
  asked = []
  expect(await page(1_200)).toEqual(all.slice(1_200, 1_300))
  expect(await page(1_300)).toEqual(all.slice(1_300, 1_400))
  expect(skipped().filter((rows) => rows > 0)).toEqual([1_200, 1_300])
  for (const url of asked.filter((each) => /\$skip=1/.test(each))) expect(url).toContain('?$select=id&')
})
