import type { Hardware, PersonaName } from '../../simulator/plans.ts'
import { createWorld, type World } from '../../simulator/world.ts'
import { createApi, wait, type Api, type Tally } from './api.ts'
import { knock, requirePerson, type Door } from './door.ts'
import { advance, live, namesOf, type Names } from './machine.ts'
import { sumsOf } from './table.ts'

export interface DriveOptions {
  url: string
  /** Registers the devices: a provisioning key, or the key of a person. */
  key: string
  fleet: string
  deviceType: string | undefined
  devices: number
  /** Devices that register in a second. */
  ramp: number
  persona: PersonaName
  seed: number
  /** Milliseconds. */
  pollEvery: number
  logs: boolean
  /** Milliseconds; undefined: until somebody ends it. */
  lasts: number | undefined
  /** Deletes what was made when it is over. */
  cleanUp: boolean
  /** Deletes what an earlier drive made, and drives nothing. */
  removeOnly: boolean
  /** Of a person who may delete devices; the key when left out. */
  cleanUpKey: string | undefined
  /** Aborted by whoever wants the drive to end. */
  stop: AbortSignal
  /** Aborted by whoever does not even want to wait for the clean-up. */
  giveUp: AbortSignal
  say(line: string): void
  /** Milliseconds between two lines of progress. */
  tellEvery?: number
}

export interface DriveResult {
  tally: Tally
  registered: number
  gone: number
  removed: number
  /** Devices that are still there although they should have been deleted. */
  left: number
}

const MACHINE: Omit<Hardware, 'deviceTypeId'> = {
  model: 'Driven device',
  arch: 'aarch64',
  cores: 4,
  memoryMiB: 1850,
  storageMiB: 14_800,
  blockDevice: 'mmcblk0p6',
}

/** Devices that are in use and run nothing yet; what they should run, each is told by the platform. */
function worldOf({ seed, devices, persona }: DriveOptions, fleetId: number, now: number): World {
  const world = createWorld({ seed, now })
  world.addFleet({ id: fleetId, name: 'driven', targetReleaseId: null })
  world.addDevices({
    fleetId,
    count: devices,
    hardware: { ...MACHINE, deviceTypeId: 1 },
    personas: [{ value: persona, weight: 1 }],
    runningRelease: [{ value: null, weight: 1 }],
    os: [{ value: { version: '6.1.0', variant: 'prod' }, weight: 1 }],
    supervisor: [{ value: '17.0.1', weight: 1 }],
    places: [{ value: { name: 'Driven', latitude: 51.5, longitude: -0.1 }, weight: 1 }],
    provisioned: [now - 60_000, now],
  })
  return world
}

/** Makes devices live against a platform until `stop`, or for as long as was said. Throws a DriveProblem. */
export async function drive(options: DriveOptions): Promise<DriveResult> {
  const { url, key, seed, devices, say, stop, giveUp, lasts } = options
  const over = new AbortController()
  const ending = AbortSignal.any([stop, giveUp, over.signal])
  const door = await knock({ ...options, ending: AbortSignal.any([stop, giveUp]) })
  if (options.cleanUp || options.removeOnly) {
    await requirePerson(url, options.cleanUpKey ?? key, AbortSignal.any([stop, giveUp]))
  }
  const names = Array.from({ length: devices }, (_, index) => namesOf(key, seed, index))
  const api = createApi({ url, ending })
  const result: DriveResult = { tally: api.tally, registered: 0, gone: 0, removed: 0, left: 0 }
  if (options.removeOnly) {
    await removeAll(options, result, names)
    return result
  }

  const timer = lasts === undefined ? undefined : setTimeout(() => over.abort(), lasts)
  const world = worldOf(options, door.fleetId, Date.now())
  const joined: Names[] = []
  say(`Driving ${devices} devices of ${door.slug} (${door.deviceType}) at ${url}; Ctrl-C ends it.`)
  const telling = setInterval(() => say(progressOf(world, result, devices)), options.tellEvery ?? 5000)
  try {
    await ramped({ options, door, api, world, names, joined, result, ending })
  } catch (error) {
    if (!ending.aborted) throw error
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
  }
  say(progressOf(world, result, devices))
  if (options.cleanUp && !giveUp.aborted) await removeAll(options, result, joined)
  return result
}

interface Ramp {
  options: DriveOptions
  door: Door
  api: Api
  world: World
  names: readonly Names[]
  joined: Names[]
  result: DriveResult
  ending: AbortSignal
}

/** Registers one device after the other, each of which lives from then on. */
async function ramped({ options, door, api, world, names, joined, result, ending }: Ramp): Promise<void> {
  const { ramp, pollEvery, logs } = options
  const lives: Promise<void>[] = []
  const failed: unknown[] = []
  for (const [index, one] of names.entries()) {
    if (index > 0) await wait(1000 / ramp, ending)
    const life = async () => {
      if (!(await register({ options, door, api, world, index, one, result }))) return
      joined.push(one)
      result.registered++
      const now = Date.now
      const { fleetId } = door
      const end = await live({ api, world, index, names: one, fleetId, pollEvery, logs, ending, now })
      if (end === 'gone') result.gone++
    }
    lives.push(
      life().catch((error: unknown) => {
        if (!ending.aborted) failed.push(error)
      }),
    )
  }
  await Promise.all(lives)
  if (failed.length > 0) throw failed[0]
}

interface Registration extends Pick<Ramp, 'options' | 'door' | 'api' | 'world' | 'result'> {
  index: number
  one: Names
}

/** Whether the device is there: it is now, or an earlier drive with the same seed has made it. */
async function register({ options, door, api, world, index, one }: Registration): Promise<boolean> {
  advance(world, Date.now())
  const { osVersion, osVariant, supervisorVersion, macAddress } = world.device(index)
  const answer = await api.ask({
    kind: 'register',
    method: 'POST',
    path: '/device/register',
    credential: options.key,
    body: {
      ...(door.user === null ? {} : { user: door.user }),
      application: door.fleetId,
      uuid: one.uuid,
      device_type: door.deviceType,
      api_key: one.key,
      os_version: `balenaOS ${osVersion}`,
      os_variant: osVariant,
      supervisor_version: supervisorVersion,
      mac_address: macAddress,
    },
  })
  if (answer === undefined) return false
  if (answer.status === 201 || answer.status === 409) return true
  options.say(`Device ${index + 1} was not registered: ${answer.status} ${answer.text}`.trim())
  return false
}

function progressOf(world: World, { tally, registered, gone }: DriveResult, devices: number): string {
  const counts = { online: 0, updating: 0 }
  for (let index = 0; index < Math.min(registered, world.size); index++) {
    if (world.column('cloudlink')(index)) counts.online++
    if (world.column('overallStatus')(index) === 'updating') counts.updating++
  }
  const { accepted, refused, unanswered } = sumsOf(tally)
  const lost = gone === 0 ? '' : `, ${gone} deleted by somebody`
  return `${registered} of ${devices} registered, ${counts.online} online, ${counts.updating} updating${lost}; ${accepted} requests accepted, ${refused} refused, ${unanswered} without an answer`
}

/** Deletes devices with the key of a person, and sees with the key of each that it is gone. */
async function removeAll(options: DriveOptions, result: DriveResult, names: readonly Names[]): Promise<void> {
  const { url, key, cleanUpKey = key, giveUp, say } = options
  const api = createApi({ url, ending: giveUp })
  say(`Deleting ${names.length} devices …`)
  for (const { uuid, key: own } of names) {
    const path = `/v7/device(uuid='${uuid}')`
    await api.ask({ kind: 'deregister', method: 'DELETE', path, credential: cleanUpKey })
    // A delete is also answered with 200 when it found nothing that the person may see.
    const report = { method: 'PATCH', path: '/device/v3/state', body: { [uuid]: {} } } as const
    const answer = await api.ask({ kind: null, ...report, credential: own })
    if (answer?.status === 401) result.removed++
    else result.left++
  }
  result.tally.deregister.accepted += api.tally.deregister.accepted
  result.tally.deregister.refused += api.tally.deregister.refused
  result.tally.deregister.unanswered += api.tally.deregister.unanswered
  for (const [status, times] of api.tally.deregister.statuses) {
    result.tally.deregister.statuses.set(status, times)
  }
  if (result.left > 0) {
    say(`${result.left} devices are still there. May the person of the key delete devices of this fleet?`)
  }
}
