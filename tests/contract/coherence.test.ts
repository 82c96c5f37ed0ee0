import { expect, test } from 'vitest'
import type { TestCloud, TestCloudOptions } from '../../mocks/hosts/node.ts'
import { openCloud } from './use-cloud.ts'

const HOUR = 3_600_000
/** The maximum distance of a device from its site. */
const NEARBY_DEGREES = 0.3

type Row = Record<string, unknown>

const rowsIn = (row: Row, key: string): Row[] => {
  const value = row[key]
  return Array.isArray(value) ? value.filter((it): it is Row => typeof it === 'object' && it !== null) : []
}
const only = (row: Row, key: string): Row | undefined => rowsIn(row, key)[0]
/** ISO times, which can be compared as texts. */
const moment = (row: Row | undefined, key: string): string | undefined => {
  const value = row?.[key]
  return typeof value === 'string' ? value : undefined
}

const release = '$select=id,raw_version,status,is_final,end_timestamp,belongs_to__application'

async function readAll(world: TestCloud) {
  const devices = await world.rows(
    `/v7/device?$expand=belongs_to__application($select=id,created_at),is_running__release(${release}),` +
      `should_be_running__release(${release}),device_tag($select=tag_key,value),` +
      `is_of__device_type($select=slug;$expand=is_of__cpu_architecture($select=slug)),` +
      `image_install($expand=is_provided_by__release(${release}))`,
    'pat',
  )
  const apps = await world.rows(
    "/v7/application?$select=slug,is_host&$filter=startswith(slug,'balena_os/')&$expand=owns__release($select=raw_version,end_timestamp)",
    'pat',
  )
  return { devices, apps }
}

interface Examined {
  device: Row
  now: string
  created: string
  /** undefined: it has never connected. */
  seen: string | undefined
  running: Row | undefined
  target: Row | undefined
  fleet: Row | undefined
  /** The releases of a host app. */
  system: (slug: string) => Row[]
}

/** A condition on a device, and the error message if it is false. */
type Claim = readonly [holds: boolean, flaw: string]

function datesOf({ device, now, created, fleet }: Examined): Claim[] {
  const modified = moment(device, 'modified_at') ?? ''
  const claims: Claim[] = [
    [created >= (moment(fleet, 'created_at') ?? ''), 'is older than its fleet'],
    [created <= now, 'was provisioned in the future'],
  ]
  for (const key of [
    'last_connectivity_event',
    'changed_api_heartbeat_state_on__date',
    'last_update_status_event',
    'modified_at',
  ]) {
    const at = moment(device, key)
    if (at === undefined) continue
    claims.push(
      [created <= at && at <= now, `${key} is ${at}, not from ${created} to ${now}`],
      [at <= modified, `${key} is ${at}, later than its last change, ${modified}`],
    )
  }
  return claims
}

function updateOf({ device, running, target, fleet }: Examined): Claim[] {
  const updated = moment(device, 'last_update_status_event')
  const status = device['update_status']
  const isRefused = status === 'rejected' || status === 'aborted'
  const out = moment(status === 'done' ? running : target, 'end_timestamp') ?? ''
  const owner = JSON.stringify({ __id: Number(fleet?.['id']) })
  const releases = [running, target].filter((it) => it !== undefined)
  return [
    [(status === null) === (updated === undefined), 'has a status of its update without a date'],
    [
      updated === undefined || updated >= out,
      `is "${String(status)}" at ${updated}, the release came at ${out}`,
    ],
    [!isRefused || running?.['id'] !== target?.['id'], `is "${String(status)}" and runs its target`],
    ...releases.flatMap((it): Claim[] => [
      [it['status'] === 'success' && it['is_final'] === true, 'has a release that is none'],
      [JSON.stringify(it['belongs_to__application']) === owner, 'has the release of another fleet'],
    ]),
  ]
}

function installsOf({ device, now, created, seen }: Examined): Claim[] {
  const isAway = device['is_online'] === false && device['api_heartbeat_state'] !== 'online'
  return rowsIn(device, 'image_install').flatMap((install): Claim[] => {
    const at = moment(install, 'install_date') ?? ''
    const came = moment(only(install, 'is_provided_by__release'), 'end_timestamp') ?? ''
    return [
      [at >= came && at >= created && at <= now, `installed at ${at} what came at ${came}`],
      [seen !== undefined, 'never connected and has services'],
      [!isAway || at <= (seen ?? ''), `installed at ${at} while it was away since ${seen}`],
    ]
  })
}

function strangerOf({ device, running }: Examined): Claim[] {
  return [
    [running === undefined, 'never connected and runs a release'],
    ...['os_version', 'ip_address', 'latitude', 'cpu_usage', 'supervisor_version'].map((key): Claim => [
      device[key] === null,
      `never connected and has told its ${key}`,
    ]),
  ]
}

function bodyOf({ device, now, system }: Examined): Claim[] {
  const [latitude, longitude] = [Number(device['latitude']), Number(device['longitude'])]
  const isOnMap = latitude !== 0 && Math.abs(latitude) < 85 && longitude !== 0 && Math.abs(longitude) <= 180
  const type = only(device, 'is_of__device_type')
  const arch = type && only(type, 'is_of__cpu_architecture')
  const knows = (slug: string, version: string) =>
    system(slug).some((it) => it['raw_version'] === version && (moment(it, 'end_timestamp') ?? '~') <= now)
  const os = String(device['os_version']).replace(/^balenaOS /, '')
  const supervisor = String(device['supervisor_version'])
  return [
    [isOnMap, 'is nowhere on a map'],
    [
      knows(String(type?.['slug']), os) || knows(`${String(type?.['slug'])}-esr`, os),
      `runs balenaOS ${os}, which there is not for its type`,
    ],
    [
      knows(`${String(arch?.['slug'])}-supervisor`, supervisor),
      `has supervisor ${supervisor}, which there is not for its architecture`,
    ],
  ]
}

/** The inconsistencies of a device, one sentence each. */
function flawsOf(device: Row, now: string, system: Examined['system']): string[] {
  const seen = moment(device, 'last_connectivity_event')
  const examined: Examined = {
    device,
    now,
    system,
    seen,
    created: moment(device, 'created_at') ?? '',
    running: only(device, 'is_running__release'),
    target: only(device, 'should_be_running__release'),
    fleet: only(device, 'belongs_to__application'),
  }
  const claims = [
    ...datesOf(examined),
    ...updateOf(examined),
    ...installsOf(examined),
    ...(seen === undefined ? strangerOf(examined) : bodyOf(examined)),
  ]
  return claims.flatMap(([holds, flaw]) => (holds ? [] : [`${String(device['device_name'])}: ${flaw}`]))
}

/** The distances between the devices of each site. */
function spreadOf(devices: readonly Row[]): string[] {
  const sites = new Map<string, { latitude: number[]; longitude: number[] }>()
  for (const device of devices) {
    const site = rowsIn(device, 'device_tag').find((tag) => tag['tag_key'] === 'site')?.['value']
    if (device['latitude'] === null || typeof site !== 'string') continue
    const found = sites.get(site) ?? { latitude: [], longitude: [] }
    found.latitude.push(Number(device['latitude']))
    found.longitude.push(Number(device['longitude']))
    sites.set(site, found)
  }
  const wide = (values: readonly number[]) => Math.max(...values) - Math.min(...values) > 2 * NEARBY_DEGREES
  return [...sites].filter(([, it]) => wide(it.latitude) || wide(it.longitude)).map(([site]) => site)
}

async function flawsIn(world: TestCloud): Promise<string[]> {
  const { devices, apps } = await readAll(world)
  const releases = new Map(apps.map((app) => [String(app['slug']), rowsIn(app, 'owns__release')]))
  const system = (name: string) => releases.get(`balena_os/${name}`) ?? []
  expect(devices.length).toBeGreaterThan(100)
  const now = new Date(world.clock.now()).toISOString()
  return [...devices.flatMap((device) => flawsOf(device, now, system)), ...spreadOf(devices)]
}

test.each<[scenario: string, options: TestCloudOptions]>([
  ['first-look', {}],
  ['first-look', { seed: 7, devices: 400 }],
  ['first-look', { at: Date.UTC(2025, 2, 1, 3) }],
  ['release-day', {}],
  ['release-day', { seed: 7, devices: 3000 }],
  ['release-day', { at: Date.UTC(2027, 5, 30, 23, 59) }],
  ['bad-release', { devices: 400 }],
  ['update-locks', { devices: 200 }],
  ['offline-storm', { devices: 300 }],
  ['flapping-modems', { devices: 250 }],
  ['ageing-os', { devices: 200 }],
])('no device of %s %o is inconsistent, neither at the start nor hours later', async (scenario, options) => {
  const world = openCloud(scenario, options)
  expect(await flawsIn(world)).toEqual([])
  for (const hours of [0.3, 5]) {
    world.clock.advanceTo(world.clock.now() + hours * HOUR)
    expect(await flawsIn(world)).toEqual([])
  }
})

test('devices that rejected the release in release-day did so after it was created, at different times', async () => {
  const world = openCloud('release-day')
  const refused = await world.rows(
    "/v7/device?$select=last_update_status_event&$filter=update_status in ('rejected','aborted')&$expand=should_be_running__release($select=end_timestamp)",
    'ada',
  )
  const dates = refused.map((device) => moment(device, 'last_update_status_event') ?? '')
  expect(refused.length).toBeGreaterThan(4)
  expect(new Set(dates).size).toBe(refused.length)
  for (const device of refused) {
    const came = moment(only(device, 'should_be_running__release'), 'end_timestamp') ?? '~'
    expect(moment(device, 'last_update_status_event')).toSatisfy((at: string) => at >= came)
  }
})
