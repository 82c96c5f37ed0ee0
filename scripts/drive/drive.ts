import type { PersonaName } from '../../simulator/definition/device-profiles.ts'
import type { Hardware } from '../../simulator/definition/world-definition.ts'
import { createWorld } from '../../simulator/world/simulated-world.ts'
import type { World } from '../../simulator/world/world.ts'
import { backOff, createApi, wait, type Api, type ApiRequest, type Tally, type WaitMs } from './api.ts'
import { advance, live, machineNames, type DeviceTime } from './machine.ts'
import { runPreflight, requirePerson, type Preflight } from './preflight.ts'
import { tallySums } from './table.ts'
import { createWitness, type Names, type Witness } from './witness.ts'

export interface DriveOptions {
  url: string
  /** The key that registers the devices: a provisioning key, or the API key of a user. */
  key: string
  fleet: string
  deviceType: string | undefined
  devices: number
  /** Devices registered per second. */
  ramp: number
  persona: PersonaName
  seed: number
  /** Milliseconds of the devices' time. */
  pollEvery: number
  /** How many times as fast as real time the devices live; 1 if absent. */
  speed?: number
  logs: boolean
  /** Milliseconds; undefined: until the user stops it. */
  lasts: number | undefined
  /** Whether to delete the devices at the end. */
  cleanUp: boolean
  /** Only deletes the devices of an earlier drive. */
  removeOnly: boolean
  /** The API key of a user who may delete devices; by default `key`. */
  cleanUpKey: string | undefined
  /** Aborted to end the drive. */
  stop: AbortSignal
  /** Aborted to skip the cleanup, too. */
  giveUp: AbortSignal
  say(line: string): void
  /** Milliseconds between two lines of progress. */
  tellEvery?: number
  /** The waiting time after failures. */
  waitMs?: WaitMs
}

export interface DriveResult {
  tally: Tally
  registered: number
  gone: number
  removed: number
  /** Devices that could not be deleted. */
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

/** New devices that run nothing yet; the platform decides what they should run. */
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

/** Runs devices against a platform until `stop`, or for the given time. @throws DriveProblem */
export async function drive(options: DriveOptions): Promise<DriveResult> {
  const { url, key, seed, devices, say, stop, giveUp, lasts } = options
  const over = new AbortController()
  const ending = AbortSignal.any([stop, giveUp, over.signal])
  const preflight = await runPreflight({ ...options, ending: AbortSignal.any([stop, giveUp]) })
  if (options.cleanUp || options.removeOnly) {
    await requirePerson(url, options.cleanUpKey ?? key, AbortSignal.any([stop, giveUp]))
  }
  const names = Array.from({ length: devices }, (_, index) => machineNames(key, seed, index))
  const { waitMs = backOff } = options
  const api = createApi({ url, ending, waitMs })
  const personKey = options.cleanUpKey ?? (preflight.user === null ? undefined : key)
  const witness = createWitness({ api, fleetId: preflight.fleetId, personKey })
  const result: DriveResult = { tally: api.tally, registered: 0, gone: 0, removed: 0, left: 0 }
  if (options.removeOnly) {
    await removeAll(options, preflight, result, names)
    return result
  }

  const timer = lasts === undefined ? undefined : setTimeout(() => over.abort(), lasts)
  const { speed = 1 } = options
  const began = Date.now()
  const time: DeviceTime = {
    now: () => began + (Date.now() - began) * speed,
    realTime: (at) => began + (at - began) / speed,
    speed,
  }
  const world = worldOf(options, preflight.fleetId, began)
  const joined: Names[] = []
  say(
    `Driving ${devices} devices of ${preflight.slug} (${preflight.deviceType}) at ${url}; press Ctrl-C to stop.`,
  )
  const telling = setInterval(() => say(progressOf(world, result, devices)), options.tellEvery ?? 5000)
  try {
    await ramped({ options, preflight, api, world, names, joined, result, ending, witness, waitMs, time })
  } catch (error) {
    if (!ending.aborted) throw error
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
  }
  say(progressOf(world, result, devices))
  if (options.cleanUp && !giveUp.aborted) await removeAll(options, preflight, result, joined)
  return result
}

interface Ramp {
  options: DriveOptions
  preflight: Preflight
  api: Api
  world: World
  names: readonly Names[]
  joined: Names[]
  result: DriveResult
  ending: AbortSignal
  witness: Witness
  waitMs: WaitMs
  time: DeviceTime
}

/** The maximum number of concurrent registrations, for a platform that is slower than the ramp. */
const MAX_REGISTERING = 20

/** Registers one device after another; each starts to run as soon as it is registered. */
async function ramped({ joined, result, ...ramp }: Ramp): Promise<void> {
  const { options, preflight, api, world, names, ending, witness, waitMs, time } = ramp
  const { pollEvery, logs } = options
  const { fleetId } = preflight
  const lives: Promise<void>[] = []
  const failed: unknown[] = []
  const registering = new Set<Promise<boolean>>()
  for (const [index, one] of names.entries()) {
    if (index > 0) await wait(1000 / options.ramp, ending)
    while (registering.size >= MAX_REGISTERING) await Promise.race(registering)
    // From now on, the platform may have created it, even without a response.
    joined.push(one)
    const registered = register({ ...ramp, result, index, one }).finally(() => registering.delete(registered))
    registering.add(registered)
    const life = async () => {
      if (!(await registered)) return
      result.registered++
      const machine = {
        api,
        world,
        index,
        names: one,
        fleetId,
        pollEvery,
        logs,
        ending,
        witness,
        waitMs,
        time,
      }
      if ((await live(machine)) === 'gone') result.gone++
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

interface Registration extends Omit<Ramp, 'joined' | 'names' | 'witness'> {
  index: number
  one: Names
}

/** A key that is rejected this many times is assumed to be invalid. */
const MAX_REFUSALS = 6

/**
 * Registers a device. True if it exists now, also if an earlier attempt or drive with the same seed created it. Retries without a
 * response, or after one that says nothing about the device: the UUID stays the same, so it cannot be created twice.
 */
async function register(registration: Registration): Promise<boolean> {
  const { options, api, result, index, ending, waitMs } = registration
  for (let tries = 0; ; tries++) {
    const answer = await api.ask(requestOf(registration))
    if (answer !== undefined) {
      const { status, text } = answer
      if (status === 201) return true
      // Any other conflict is about its key, which a platform may remember for a while after the device was deleted.
      if (status === 409 && text.includes('uuid')) return true
      // The key has already registered devices, so it is valid and the 401 is temporary.
      const isTemporary = status === 401 && (result.registered > 0 || tries < MAX_REFUSALS)
      if (!isTemporary && status !== 409 && status !== 429 && status < 500) {
        options.say(`Device ${index + 1} was not registered: ${status} ${text}`.trim())
        return false
      }
    }
    await wait(waitMs(tries), ending)
  }
}

function requestOf({ options, preflight, world, index, one, time }: Registration): ApiRequest {
  advance(world, time.now())
  const { osVersion, osVariant, supervisorVersion, macAddress } = world.device(index)
  return {
    kind: 'register',
    method: 'POST',
    path: '/device/register',
    credential: options.key,
    body: {
      ...(preflight.user === null ? {} : { user: preflight.user }),
      application: preflight.fleetId,
      uuid: one.uuid,
      device_type: preflight.deviceType,
      api_key: one.key,
      os_version: `balenaOS ${osVersion}`,
      os_variant: osVariant,
      supervisor_version: supervisorVersion,
      mac_address: macAddress,
    },
  }
}

function progressOf(world: World, { tally, registered, gone }: DriveResult, devices: number): string {
  const counts = { online: 0, updating: 0 }
  for (let index = 0; index < Math.min(registered, world.size); index++) {
    if (world.column('cloudlink')(index)) counts.online++
    if (world.column('overallStatus')(index) === 'updating') counts.updating++
  }
  const { accepted, refused, unanswered } = tallySums(tally)
  const lost = gone === 0 ? '' : `, ${gone} deleted by somebody`
  return `${registered} of ${devices} registered, ${counts.online} online, ${counts.updating} updating${lost}; ${accepted} requests accepted, ${refused} refused, ${unanswered} without an answer`
}

/** A rejected or unconfirmed deletion is repeated up to this many times. */
const MAX_DELETIONS = 5

/** Deletes devices with the API key of a user, and verifies that each one is gone. */
async function removeAll(
  options: DriveOptions,
  { fleetId }: Preflight,
  result: DriveResult,
  names: readonly Names[],
): Promise<void> {
  const { url, key, cleanUpKey: personKey = key, giveUp, say, waitMs = backOff } = options
  const api = createApi({ url, ending: giveUp, waitMs })
  const witness = createWitness({ api, fleetId, personKey })
  say(`Deleting ${names.length} devices …`)
  for (const one of names) {
    if (await removed(one)) result.removed++
    else result.left++
  }
  result.tally.deregister.accepted += api.tally.deregister.accepted
  result.tally.deregister.refused += api.tally.deregister.refused
  result.tally.deregister.unanswered += api.tally.deregister.unanswered
  for (const [status, times] of api.tally.deregister.statuses) {
    result.tally.deregister.statuses.set(status, times)
  }
  if (result.left > 0) {
    say(
      `${result.left} devices were not deleted. Check that the key's user can delete devices of this fleet.`,
    )
  }

  async function removed(one: Names): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const path = `/v7/device(uuid='${one.uuid}')`
      const answer = await api.ask({ kind: 'deregister', method: 'DELETE', path, credential: personKey })
      // A DELETE returns 200 even if the user cannot see the device.
      const presence = await witness(one)
      if (presence === 'gone') return true
      const isSure = presence === 'there' && answer?.status === 200
      if (isSure || tries >= MAX_DELETIONS) return false
      await wait(waitMs(tries), giveUp)
    }
  }
}
