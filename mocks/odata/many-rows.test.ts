import { afterAll, expect, test } from 'vitest'
import { createTestCloud } from '../hosts/node.ts'

/** Enough rows that the engine uses bitmaps. */
const world = createTestCloud('first-look', { devices: 1_600 })
afterAll(() => world.dispose())

interface Device {
  id: number
  device_name: string
  overall_status: string
  update_status: string | null
  is_online: boolean
  is_frozen: boolean
  is_active: boolean
  location: string | null
  cpu_usage: number | null
  memory_usage: number | null
  is_pinned_on__release: { __id: number } | null
  note: string | null
  is_locked_until__date: string | null
  last_update_status_event: string | null
  belongs_to__application: { app_name: string }[]
  device_tag: { value: string }[]
}

const FIELDS =
  'id,device_name,overall_status,update_status,is_online,is_frozen,is_active,location,cpu_usage,memory_usage,is_pinned_on__release,note,is_locked_until__date,last_update_status_event'

const everyDevice = async () =>
  (await world.rows(
    `/v7/device?$select=${FIELDS}&$expand=device_tag($select=value),belongs_to__application($select=app_name)&$orderby=id asc`,
    'ada',
  )) as unknown as Device[]

const DAY = Date.parse('2026-11-20T00:00:00Z')

/** Typical filters of the device table, each with the equivalent test of one device. */
const FILTERS: Readonly<Record<string, (device: Device) => boolean>> = {
  "overall_status eq 'operational' and is_frozen eq false": (it) =>
    it.overall_status === 'operational' && !it.is_frozen,
  "overall_status in ('reduced-functionality','disconnected') or is_frozen eq true or update_status in ('rejected','aborted')":
    (it) =>
      ['reduced-functionality', 'disconnected'].includes(it.overall_status) ||
      it.is_frozen ||
      ['rejected', 'aborted'].includes(String(it.update_status)),
  "contains(tolower(device_name),'a') or device_tag/any(t:contains(tolower(t/value),'2'))": (it) =>
    it.device_name.toLowerCase().includes('a') || it.device_tag.some(({ value }) => value.includes('2')),
  "device_tag/any(t:t/value eq 'here and nowhere else')": (it) =>
    it.device_tag.some(({ value }) => value === 'here and nowhere else'),
  "not contains(tolower(location),'a')": (it) =>
    it.location !== null && !it.location.toLowerCase().includes('a'),
  'is_pinned_on__release ne null and is_active eq true': (it) =>
    it.is_pinned_on__release !== null && it.is_active,
  "cpu_usage gt 30 and not (overall_status eq 'disconnected')": (it) =>
    it.cpu_usage !== null && it.cpu_usage > 30 && it.overall_status !== 'disconnected',
  "belongs_to__application/app_name eq 'cold-chain-eu' and note eq null": (it) =>
    it.belongs_to__application[0]?.app_name === 'cold-chain-eu' && it.note === null,
  'is_online eq true and memory_usage le 700': (it) =>
    it.is_online && it.memory_usage !== null && it.memory_usage <= 700,
  "is_locked_until__date gt '2026-11-20T00:00:00Z'": (it) => Date.parse(it.is_locked_until__date ?? '') > DAY,
  "last_update_status_event lt '2026-11-20T00:00:00Z' and is_locked_until__date eq null": (it) =>
    Date.parse(it.last_update_status_event ?? '') < DAY && it.is_locked_until__date === null,
  "not (last_update_status_event lt '2026-11-20T00:00:00Z')": (it) =>
    Date.parse(it.last_update_status_event ?? '') >= DAY,
}

/** Nulls last, equal values by id. */
const byMemory = (one: Device, other: Device) =>
  (one.memory_usage ?? 1e9) - (other.memory_usage ?? 1e9) || one.id - other.id

async function expectSameAsFullScan() {
  const devices = await everyDevice()
  for (const [filter, matches] of Object.entries(FILTERS)) {
    const expected = devices.filter(matches).toSorted(byMemory)
    const encoded = encodeURIComponent(filter)
    expect(await world.count(`/v7/device/$count?$filter=${encoded}`, 'ada'), filter).toBe(expected.length)
    const page = await world.rows(
      `/v7/device?$select=id&$filter=${encoded}&$orderby=memory_usage asc,id asc&$top=50&$skip=20`,
      'ada',
    )
    expect(
      page.map(({ id }) => id),
      filter,
    ).toEqual(expected.slice(20, 70).map(({ id }) => id))
  }
  return devices
}

const change = async (method: string, path: string, body?: unknown) => {
  const response = await world.request(path, { as: 'ada', method, ...(body === undefined ? {} : { body }) })
  expect(response.status, path).toBeLessThan(300)
}

test('counts and pages equal a full scan, also after writes and as time passes', async () => {
  const all = await expectSameAsFullScan()
  const [first] = all.filter(({ is_online }) => is_online)
  // Half of the devices that a search finds by a tag; it must still find the other half after they are deleted.
  const tagged = all.filter(
    ({ id, device_tag }) => id !== first?.id && device_tag.some(({ value }) => value.includes('2')),
  )
  const half = tagged.slice(0, tagged.length / 2).map(({ id }) => id)
  const disconnected = all.find(({ overall_status }) => overall_status === 'disconnected')
  await change('PATCH', `/v7/device(${first?.id})`, { device_name: 'xyz-unlike-others' })
  await expectSameAsFullScan()
  await change('POST', '/v7/device_tag', {
    device: first?.id,
    tag_key: 'own',
    value: 'here and nowhere else',
  })
  expect(
    (await expectSameAsFullScan()).filter(
      FILTERS["device_tag/any(t:t/value eq 'here and nowhere else')"] ?? (() => false),
    ),
  ).toHaveLength(1)
  await change('PATCH', `/v7/device_tag?$filter=tag_key eq 'own'`, { value: 'elsewhere' })
  await expectSameAsFullScan()
  await change('PATCH', `/v7/device(${disconnected?.id})`, { is_active: false })
  await expectSameAsFullScan()
  await change('DELETE', `/v7/device?$filter=id in (${half.join()})`)
  await expectSameAsFullScan()
  const before = await everyDevice()
  world.clock.advanceTo(world.clock.now() + 20_000)
  expect(await expectSameAsFullScan()).not.toEqual(before)
  world.clock.advanceTo(world.clock.now() + 2 * 3_600_000)
  await expectSameAsFullScan()
})

type Key = readonly [path: string, read: (device: Device) => string | number | null]

const KEYS = {
  status: ['overall_status', (it) => it.overall_status],
  name: ['device_name', (it) => it.device_name],
  cpu: ['cpu_usage', (it) => it.cpu_usage],
  fleet: ['belongs_to__application/app_name', (it) => it.belongs_to__application[0]?.app_name ?? null],
  note: ['note', (it) => it.note],
} satisfies Record<string, Key>

const compare = (one: string | number | null, other: string | number | null) => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

test('pages sorted by several keys, each in any direction, equal a full sort [OPS-090]', async () => {
  const all = await everyDevice()
  const orders = [
    [KEYS.status, KEYS.name],
    [KEYS.status, KEYS.cpu, KEYS.name],
    [KEYS.fleet, KEYS.status, KEYS.cpu],
    [KEYS.cpu, KEYS.fleet],
    [KEYS.name, KEYS.cpu],
    [KEYS.status, KEYS.note],
  ] as const satisfies readonly (readonly Key[])[]
  for (const keys of orders)
    for (const filter of ['id gt 0', 'is_online eq true', "overall_status eq 'disconnected'"])
      for (const directions of [0, 1, 2, 3]) {
        const isDescending = (at: number) => ((directions >> (at % 2)) & 1) === 1
        const isIdDescending = isDescending(keys.length - 1)
        const $orderby = [...keys.map(([path]) => path), 'id']
          .map(
            (path, at) =>
              `${path} ${(at < keys.length ? isDescending(at) : isIdDescending) ? 'desc' : 'asc'}`,
          )
          .join(',')
        const rows = await world.rows(
          `/v7/device?$select=id&$filter=${encodeURIComponent(filter)}&$orderby=${$orderby}&$top=60&$skip=30`,
          'ada',
        )
        const expected = all
          .filter(
            (it) =>
              filter === 'id gt 0' ||
              (filter.startsWith('is_online') ? it.is_online : it.overall_status === 'disconnected'),
          )
          .toSorted((one, other) => {
            for (const [at, [, read]] of keys.entries()) {
              const difference = compare(read(one), read(other))
              if (difference !== 0) return isDescending(at) ? -difference : difference
            }
            return isIdDescending ? other.id - one.id : one.id - other.id
          })
        expect(
          rows.map(({ id }) => id),
          `${$orderby}, ${filter}`,
        ).toEqual(expected.slice(30, 90).map(({ id }) => id))
      }
})
