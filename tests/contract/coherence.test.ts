import { expect, test } from 'vitest'
import { createTestCloud, type TestCloud } from '../../mocks/hosts/node.ts'
import { createRng, type Rng } from '../../mocks/worlds/rng.ts'
import { healthChecks } from '../../simulator/explain/diagnostics.ts'
import { explainStatus } from '../../simulator/explain/status-explanations.ts'
import { openShell } from '../../simulator/shell/shell.ts'
import { createManualClock } from '../../simulator/testing/manual-clock.ts'
import { deviceContainers, deviceImages, deviceLockFiles } from '../../simulator/views/containers.ts'
import { bootsOf, journalOf } from '../../simulator/views/host-journal.ts'
import { runHealthChecks } from '../../simulator/world/health-checks.ts'
import { restoreWorld } from '../../simulator/world/simulated-world.ts'
import type { World } from '../../simulator/world/world.ts'
import { systemUpdateState } from '../../src/domain/os-update/system-update.ts'

/** `npm run coherence` draws 5,000 times; FLOTILLA_DRAWS and FLOTILLA_FIRST_DRAW choose others, such as one that failed. */
const DRAWS = Number(process.env['FLOTILLA_DRAWS'] ?? 200)
const FIRST = Number(process.env['FLOTILLA_FIRST_DRAW'] ?? 0)
/** Draws in the same world, one after the other. */
const PER_WORLD = 20

/** The time goes into the devices, not into opening worlds: each has few. */
const WORLDS = [
  'first-look',
  'update-locks',
  'free-plan-over',
  'limited-roles',
  'last-administrator',
  'release-day',
  'bad-release',
  'flapping-modems',
  'ageing-os',
  'offline-storm',
  'rare-things',
  'rollout-stops',
  'rollout-lands',
  'support-access',
] as const
const MINUTE = 60_000

/** What is asked of several sources: by fact, and by source. */
type Facts = Record<string, Record<string, unknown>>

interface Subject {
  cloud: TestCloud
  index: number
  uuid: string
}

const rowFields = [
  'uuid',
  'device_name',
  'overall_status',
  'os_version',
  'supervisor_version',
  'status',
  'ip_address',
  'mac_address',
  'is_connected_to_vpn',
  'api_heartbeat_state',
  'update_status',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
  'download_progress',
  'provisioning_state',
  'provisioning_progress',
] as const

/** The version without the name of the OS, which some sources write and some do not, as on the platform. */
const osNumber = (text: unknown): string => String(text).replace(/^balenaOS /, '')

async function perform({ cloud, index, uuid }: Subject, rng: Rng): Promise<string> {
  const id = index + 1
  const post = async (path: string, body: object) => {
    const { status } = await cloud.request(path, { as: 'ada', method: 'POST', body })
    return status
  }
  const supervisor = (path: string, data: object = {}) =>
    post(`/supervisor/${path}`, { deviceId: id, data: { force: rng.int({ max: 1 }) === 1, ...data } })
  const control = (body: object) => post(`/__flotilla/devices/${uuid}`, body)
  const device = async (changes: object) => {
    const options = { as: 'ada', method: 'PATCH', body: changes } as const
    return (await cloud.request(`/v7/device(${id})`, options)).status
  }
  const [row] = await cloud.rows(
    `/v7/device(${id})?$select=id&$expand=belongs_to__application($select=id)`,
    'pat',
  )
  const fleets = row?.['belongs_to__application'] as { id: number }[]
  const fleet = fleets[0]?.id ?? 0
  const actions: Record<string, () => Promise<number>> = {
    nothing: async () => 0,
    reboot: () => supervisor('v1/reboot'),
    shutdown: () => supervisor('v1/shutdown'),
    purge: () => supervisor('v1/purge', { appId: fleet }),
    restart: () => supervisor('v1/restart', { appId: fleet }),
    'restart a service': async () => {
      const [install] = await cloud.rows(
        `/v7/image_install?$filter=device eq ${id}&$top=1&$select=id&$expand=installs__image($select=id)`,
        'pat',
      )
      const images = install?.['installs__image'] as { id: number }[] | undefined
      return supervisor(`v2/applications/${fleet}/restart-service`, { imageId: images?.[0]?.id })
    },
    'disconnect it': () => control({ link: 'down' }),
    'connect it': () => control({ link: 'up' }),
    'only its polls': () => control({ contact: 'polls' }),
    'lock it': () => control({ lock: 'uplink' }),
    'unlock it': () => control({ lock: null }),
    rename: () => device({ device_name: `renamed-${rng.int({ min: 1, max: 999 })}` }),
    'a variable of its fleet': () =>
      post('/v7/application_environment_variable', {
        application: fleet,
        name: `FLEET_${rng.int({ min: 1, max: 9999 })}`,
        value: 'yes',
      }),
    'a variable of its own': () =>
      post('/v7/device_environment_variable', {
        device: id,
        name: `OWN_${rng.int({ min: 1, max: 9999 })}`,
        value: 'yes',
      }),
    'a configuration that reboots': () =>
      post('/v7/device_config_variable', {
        device: id,
        name: 'RESIN_HOST_CONFIG_gpu_mem',
        value: String(rng.int({ min: 16, max: 512 })),
      }),
    'an OS update': async () => {
      const version = rng.oneOf(['6.0.24', '6.1.0'])
      return post(`/v2/${uuid}/resinhup`, { parameters: { target_version: version } })
    },
    'a program holds the lock': async () => {
      await control({ lock: 'uplink' })
      return supervisor('v1/update')
    },
    'another release': async () => {
      const releases = await cloud.rows(
        `/v7/release?$select=id&$filter=belongs_to__application eq ${fleet} and status eq 'success'`,
        'pat',
      )
      const chosen = releases[rng.int({ min: 0, max: Math.max(0, releases.length - 1) })]
      return chosen === undefined ? 0 : device({ is_pinned_on__release: chosen['id'] })
    },
  }
  const names = Object.keys(actions)
  const name = names[rng.int({ min: 0, max: names.length - 1 })] ?? 'nothing'
  const status = (await actions[name]?.()) ?? 0
  return `${name} → ${status}`
}

/** A terminal, by default of the host: a function that returns the output of a line, without echo and prompt. */
function openTerminal(world: World, index: number, service?: string): (line: string) => string {
  let text = ''
  const shell = openShell({
    world,
    index,
    target: service === undefined ? { kind: 'host' } : { kind: 'service', name: service },
    clock: createManualClock(world.now()),
    cols: 4000,
    rows: 30,
    write: (data) => {
      text += data
    },
    onExit: () => {},
  })
  return (line) => {
    text = ''
    shell.input(`${line}\r`)
    return text.replaceAll('\r\n', '\n').split('\n').slice(1, -1).join('\n')
  }
}

const MIB = 1_048_576
const near = (one: number, other: number, within: number): boolean => Math.abs(one - other) <= within

async function factsOf({ cloud, index, uuid }: Subject): Promise<Facts> {
  const id = index + 1
  const snapshot = cloud.cloud.snapshot()
  const world = restoreWorld(snapshot.world)
  const device = world.device(index)
  const containers = world.read(deviceContainers, index)
  const facts: Facts = {}
  const told = (fact: string, source: string, value: unknown) => {
    facts[fact] = { ...facts[fact], [source]: value }
  }

  // The device itself, column by column.
  told('status', 'the device', device.overallStatus)
  told('status', 'the column', world.column('overallStatus')(index))
  told('OS', 'the device', osNumber(device.osVersion))
  told('supervisor', 'the device', device.supervisorVersion)
  told('running release', 'the device', device.runningReleaseId)
  told('running release', 'the column', world.column('runningReleaseId')(index))
  told('VPN', 'the device', device.cloudlink)
  told('VPN', 'the last state interval', world.periods(index).at(-1)?.cloudlink)
  told('running release', 'the last state interval', world.periods(index).at(-1)?.runningReleaseId)
  told('OS', 'the column', osNumber(world.column('osVersion')(index)))
  told('OS', 'the last state interval', osNumber(world.periods(index).at(-1)?.osVersion))
  told('supervisor', 'the last state interval', world.periods(index).at(-1)?.supervisorVersion)
  const osUpdate = world.systemUpdate(index, 'os')
  const phase = osUpdate?.kind === 'out-of-touch' ? osUpdate.was : osUpdate
  if (phase?.kind === 'done') told('OS', 'its last update', osNumber(phase.plan.version))
  if (phase?.kind === 'failed' && phase.failure !== 'supervisor')
    told('OS', 'its failed update', osNumber(phase.from))
  told('it reports an OS update', 'the text', device.provisioningState !== '')
  told('it reports an OS update', 'the progress', device.provisioningProgress !== null)
  told('why', 'the status', device.overallStatus)
  told('why', 'the explanation', world.read(explainStatus, index)[0]?.is)

  // The row, the list and the counts of the API.
  const select = rowFields.join()
  const expand =
    'is_running__release($select=id),belongs_to__application($select=id,uuid),should_be_managed_by__release($select=raw_version)'
  const [row] = await cloud.rows(`/v7/device(${id})?$select=${select}&$expand=${expand}`, 'pat')
  const [listed] = await cloud.rows(
    `/v7/device?$filter=id eq ${id}&$select=${select}&$expand=${expand}`,
    'pat',
  )
  told('all fields', 'the row', row)
  told('all fields', 'the list', listed)
  told('status', 'the row', row?.['overall_status'])
  told('OS', 'the row', osNumber(row?.['os_version']))
  told('supervisor', 'the row', row?.['supervisor_version'])
  told('VPN', 'the row', row?.['is_connected_to_vpn'])
  told('heartbeat', 'the device', device.heartbeat)
  told('heartbeat', 'the row', row?.['api_heartbeat_state'])
  told('storage', 'the device', device.metrics?.storageUsage ?? null)
  told('storage', 'the row', row?.['storage_usage'])
  told('storage', 'the column', world.column('storageUsage')(index))
  const page = systemUpdateState({
    provisioning_progress: (row?.['provisioning_progress'] ?? null) as number | null,
    provisioning_state: (row?.['provisioning_state'] ?? null) as string | null,
  })
  told(
    'its OS update failed',
    'the device',
    device.provisioningState?.startsWith('OS update failed') === true,
  )
  told('its OS update failed', 'the page', page.kind === 'failed')
  told('it reports an OS update', 'the page', page.kind !== 'none')
  const managed = row?.['should_be_managed_by__release'] as { raw_version: string }[] | undefined
  const brought = world.supervisorTarget(index)
  if (
    brought !== undefined &&
    phase?.kind === 'done' &&
    world.systemUpdate(index, 'supervisor') === undefined
  ) {
    told('supervisor', 'its target', managed?.[0]?.raw_version)
  }
  const [period] = await cloud.rows(
    `/v7/device_history?$select=os_version,supervisor_version,is_active&$filter=uuid eq '${uuid}' and end_timestamp eq null&$top=1`,
    'pat',
  )
  if (period !== undefined) {
    told('OS', 'the history', osNumber(period['os_version']))
    told('supervisor', 'the history', period['supervisor_version'])
  }
  const running = row?.['is_running__release'] as { id: number }[]
  told('running release', 'the row', running[0]?.id ?? null)
  const [fleet] = (row?.['belongs_to__application'] ?? []) as { id: number; uuid: string }[]
  const status = `overall_status eq '${device.overallStatus}'`
  told(
    'it is found by its status',
    'the filter',
    await cloud.count(`/v7/device/$count?$filter=id eq ${id} and ${status}`, 'pat'),
  )
  told('it is found by its status', 'expected', 1)
  const inFleet = `belongs_to__application eq ${fleet?.id}`
  told(
    'devices of its fleet with its status',
    'the counts of the world',
    world.fleetCounts(fleet?.id ?? 0)[device.overallStatus],
  )
  told(
    'devices of its fleet with its status',
    'the filter',
    await cloud.count(`/v7/device/$count?$filter=${inFleet} and ${status}`, 'pat'),
  )

  // Its services.
  const installs = await cloud.rows(
    `/v7/image_install?$filter=device eq ${id} and status ne 'deleted'&$select=status&$expand=installs__image($select=id)`,
    'pat',
  )
  const statuses = (list: readonly [number, unknown][]) =>
    Object.fromEntries(list.toSorted(([a], [b]) => a - b))
  // After a rejection the supervisor reports none, although they run.
  const reported = device.reportedServices.filter((it) => it.status !== 'deleted')
  told('services', 'the device', statuses(reported.map((it) => [it.imageId, it.status])))
  told(
    'services',
    'the installs',
    statuses(installs.map((it) => [(it['installs__image'] as { id: number }[])[0]?.id ?? 0, it['status']])),
  )
  const up = (list: readonly { name: string; status: string }[]) =>
    list
      .filter((it) => it.status === 'Running')
      .map(({ name }) => name)
      .toSorted()
  if (device.heartbeat === 'online' && device.cloudlink) {
    told('running services', 'the device', up(device.services))
    told('running services', 'the containers', up(containers))
    told(
      'running services',
      'the health checks',
      healthChecks(runHealthChecks(world, index))
        .filter(({ name, success }) => name.startsWith('service_') && success)
        .map(({ name }) => name.slice('service_'.length))
        .toSorted(),
    )
  }

  // The environment: the target of the fleet, unless the device has values of its own or lacks a change.
  const own = await cloud.count(`/v7/device_environment_variable/$count?$filter=device eq ${id}`, 'pat')
  if (fleet !== undefined && own === 0 && device.isMatchingTarget && device.pinnedReleaseId === null) {
    const response = await cloud.request(`/device/v3/fleet/${fleet.uuid}/state/`, { as: 'pat' })
    if (response.status === 200) {
      const body = (await response.json()) as TargetState
      const [app] = Object.values(body[fleet.uuid]?.apps ?? {}).filter(({ id: app }) => app === fleet.id)
      const [release] = Object.values(app?.releases ?? {})
      for (const [name, { environment }] of Object.entries(release?.services ?? {})) {
        const container = containers.find((it) => it.name === name)
        if (container === undefined) continue
        told(`variables of ${name}`, 'the target state', environment)
        told(
          `variables of ${name}`,
          'the container',
          Object.fromEntries(Object.keys(environment).map((key) => [key, container.environment[key]])),
        )
      }
    }
  }

  // Locks, boots and the order of times.
  const holders = world.read(deviceLockFiles, index).map(({ service }) => service)
  told('the lock', 'the device', device.lockedBy)
  told('the lock', 'the lock files', holders[0] ?? null)
  const boots = world.read(bootsOf, index)
  told('the last boot', 'the device', device.bootedAt)
  told('the last boot', 'the boots', boots.at(-1)?.bootedAt ?? null)
  const journal = world.read(journalOf, index, { count: 400 })
  told(
    'the journal is in order',
    'its times',
    journal.every(({ at }, i) => at >= (journal[i - 1]?.at ?? -Infinity)),
  )
  told('the journal is in order', 'expected', true)
  for (const { name, createdAt, startedAt } of containers) {
    told(`${name} starts after it is created`, 'the container', startedAt === null || startedAt >= createdAt)
    told(`${name} starts after it is created`, 'expected', true)
    told(
      `${name} starts after the boot`,
      'the container',
      startedAt === null || device.bootedAt === null || startedAt >= device.bootedAt,
    )
    told(`${name} starts after the boot`, 'expected', true)
  }
  told('ids of containers are unique', 'the containers', new Set(containers.map(({ id: one }) => one)).size)
  told('ids of containers are unique', 'expected', containers.length)
  const images = new Set(world.read(deviceImages, index).map(({ imageId }) => imageId))
  told(
    'each container has its image',
    'the images',
    containers.every(({ imageId }) => images.has(imageId)),
  )
  told('each container has its image', 'expected', true)

  if (!device.cloudlink || world.isExternal(index)) return facts
  // The supervisor's own answer.
  const answer = await cloud.request('/supervisor/v1/device', {
    as: 'ada',
    method: 'POST',
    body: { deviceId: id, method: 'GET' },
  })
  if (answer.status === 200) {
    const supervisor = (await answer.json()) as Record<string, unknown>
    told('supervisor', 'its own API', supervisor['supervisor_version'])
    const [first] = device.services
    told('status of the first service', 'its own API', supervisor['status'])
    told('status of the first service', 'the device', first?.status === 'Running' ? 'Idle' : first?.status)
    told('address', 'its own API', supervisor['ip_address'])
    told('address', 'the row', row?.['ip_address'])
    told('a change is pending', 'its own API', supervisor['update_pending'])
    told('a change is pending', 'the device', !device.isMatchingTarget)
  }
  // The terminal.
  const run = openTerminal(world, index)
  const seconds = Math.floor((world.now() + device.clockSkewMs) / 1000)
  told('the clock', 'the device', seconds)
  told('the clock', 'date', Number(run('date +%s')))
  const upFor = Math.floor((world.now() - (device.bootedAt ?? world.now())) / 1000)
  told('uptime', 'the device', upFor)
  told('uptime', '/proc/uptime', Math.floor(Number(run('cut -d. -f1 /proc/uptime'))))
  told('address', 'the device', device.ipAddress)
  told('address', 'ip', /inet (\d+\.\d+\.\d+\.\d+)/.exec(run('ip -4 addr show eth0'))?.[1])
  told('MAC address', 'the row', String(row?.['mac_address']).toLowerCase())
  told('MAC address', 'the terminal', run('cat /sys/class/net/eth0/address').toLowerCase())
  if (device.metrics !== null) {
    const used = Number(run("df -k /mnt/data | awk 'NR==2{print $3}'")) / 1024
    // What has been downloaded or deleted since the report, the next one will tell.
    const since =
      (world.imageBytes(index, world.now()) - world.imageBytes(index, device.metricsAt ?? 0)) / MIB
    const expected = Math.min(device.metrics.storageTotal, device.metrics.storageUsage + since)
    told('df shows the storage', 'it is near', near(used, expected, 2))
    told('df shows the storage', 'expected', true)
    const disk = Number(run('du -sk /mnt/data | cut -f1')) / 1024
    told('du adds up to the storage', 'it is near', near(disk, used, 2))
    told('du adds up to the storage', 'expected', true)
  }
  const mib = (bytes: number) => Math.round(bytes / MIB)
  const known = world.read(deviceImages, index)
  told('images', 'the device', known.map(({ digest }) => digest.slice(0, 12)).toSorted())
  told(
    'images',
    'balena images',
    run("balena images --no-trunc --format '{{.ID}} {{.Repository}}' | grep -v supervisor")
      .split('\n')
      .map((line) => line.replace(/^sha256:/, '').slice(0, 12))
      .filter((id) => known.some(({ digest }) => digest.startsWith(id)))
      .toSorted(),
  )
  told(
    'images have sizes',
    'the images',
    known.every(({ bytes }) => mib(bytes) > 0),
  )
  told('images have sizes', 'expected', true)
  const release = run('cat /etc/os-release')
  told('OS', 'the terminal', osNumber(/PRETTY_NAME="([^"]+)"/.exec(release)?.[1]))
  for (const { name, id: container, status, environment } of containers) {
    if (status !== 'Running') continue
    const runInside = openTerminal(world, index, name)
    const inside = Object.fromEntries(
      runInside('env')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const names = Object.keys(environment).filter((key) => !environment[key]?.includes('\n'))
    const picked = (from: Record<string, string | undefined>) =>
      Object.fromEntries(names.map((key) => [key, from[key]]))
    told(`environment of ${name}`, 'the container', picked(environment))
    told(`environment of ${name}`, 'its terminal', picked(inside))
    told(`name of ${name}`, 'the container', container.slice(0, 12))
    told(`name of ${name}`, 'its terminal', runInside('hostname'))
  }
  for (const { name, environment } of containers) {
    if (device.isMatchingTarget)
      told('OS', `the environment of ${name}`, osNumber(environment['BALENA_HOST_OS_VERSION']))
  }
  const shown = run('balena ps')
  const live = containers.filter((it) => it.status === 'Running' || it.status === 'Stopping')
  told(
    'containers in the terminal',
    'balena ps',
    live.filter((it) => shown.includes(it.id.slice(0, 12))).length,
  )
  told('containers in the terminal', 'the containers', live.length)
  told('name of the host', 'the terminal', run('cat /etc/hostname') === uuid.slice(0, 7))
  told('name of the host', 'expected', true)
  return facts
}

interface TargetState {
  [uuid: string]: {
    apps: Record<
      string,
      {
        id: number
        releases: Record<string, { services: Record<string, { environment: Record<string, string> }> }>
      }
    >
  }
}

/** Facts on which two sources disagree. */
function contradictions(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([fact, sources]) => {
    const texts = new Set(Object.values(sources).map((value) => JSON.stringify(value ?? null)))
    return texts.size === 1 ? [] : [`${fact}: ${JSON.stringify(sources)}`]
  })
}

const turns = Array.from(
  { length: Math.floor((FIRST + DRAWS - 1) / PER_WORLD) - Math.floor(FIRST / PER_WORLD) + 1 },
  (_, at) => Math.floor(FIRST / PER_WORLD) + at,
)

test.each(turns)('whoever is asked, the facts agree: draws of world %i', async (turn) => {
  const scenario = WORLDS[turn % WORLDS.length] ?? 'first-look'
  const cloud = createTestCloud(scenario, { seed: 1000 + turn, devices: 40 })
  const rng = createRng(turn)
  const log: string[] = []
  try {
    const devices = await cloud.rows('/v7/device?$select=id,uuid&$orderby=id asc', 'pat')
    const last = Math.min(PER_WORLD, FIRST + DRAWS - turn * PER_WORLD)
    for (let step = 0; step < last; step++) {
      // Few devices, so that actions meet.
      const chosen = devices[rng.int({ min: 0, max: Math.min(devices.length, 12) - 1 })]
      const subject = { cloud, index: Number(chosen?.['id']) - 1, uuid: String(chosen?.['uuid']) }
      const action = await perform(subject, rng)
      const passed = rng.int({ min: 0, max: rng.int({ max: 1 }) === 1 ? 20_000 : 30 * MINUTE })
      cloud.clock.advanceTo(cloud.clock.now() + passed)
      log.push(`device ${subject.index + 1}: ${action}, then ${passed} ms`)
      const found = contradictions(await factsOf(subject))
      const draw = turn * PER_WORLD + step
      const again = `FLOTILLA_FIRST_DRAW=${draw} FLOTILLA_DRAWS=1`
      expect(found, `draw ${draw} (${again}) of ${scenario}:\n${log.join('\n')}\n`).toEqual([])
    }
  } finally {
    cloud.dispose()
  }
})
