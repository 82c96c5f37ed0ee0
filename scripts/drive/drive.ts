import type { Hardware, PersonaName } from '../../simulator/world/world-definition.ts'
import { createWorld } from '../../simulator/world/simulated-world.ts'
import type { World } from '../../simulator/world.ts'
import { backOff, createApi, wait, type Api, type Asked, type Tally, type WaitMs } from './api.ts'
import { runPreflight, requirePerson, type Preflight } from './preflight.ts'
import { advance, live, namesOf } from './machine.ts'
import { sumsOf } from './table.ts'
import { witnessOf, type Names, type Witness } from './witness.ts'

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
  /** How long it backs off after failures. */
  waitMs?: WaitMs
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
  const door = await runPreflight({ ...options, ending: AbortSignal.any([stop, giveUp]) })
  if (options.cleanUp || options.removeOnly) {
    await requirePerson(url, options.cleanUpKey ?? key, AbortSignal.any([stop, giveUp]))
  }
  const names = Array.from({ length: devices }, (_, index) => namesOf(key, seed, index))
  const { waitMs = backOff } = options
  const api = createApi({ url, ending, waitMs })
  const personKey = options.cleanUpKey ?? (door.user === null ? undefined : key)
  const witness = witnessOf({ api, fleetId: door.fleetId, personKey })
  const result: DriveResult = { tally: api.tally, registered: 0, gone: 0, removed: 0, left: 0 }
  if (options.removeOnly) {
    await removeAll(options, door, result, names)
    return result
  }

  const timer = lasts === undefined ? undefined : setTimeout(() => over.abort(), lasts)
  const world = worldOf(options, door.fleetId, Date.now())
  const joined: Names[] = []
  say(`Driving ${devices} devices of ${door.slug} (${door.deviceType}) at ${url}; press Ctrl-C to stop.`)
  const telling = setInterval(() => say(progressOf(world, result, devices)), options.tellEvery ?? 5000)
  try {
    await ramped({ options, door, api, world, names, joined, result, ending, witness, waitMs })
  } catch (error) {
    if (!ending.aborted) throw error
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
  }
  say(progressOf(world, result, devices))
  if (options.cleanUp && !giveUp.aborted) await removeAll(options, door, result, joined)
  return result
}

interface Ramp {
  options: DriveOptions
  door: Preflight
  api: Api
  world: World
  names: readonly Names[]
  joined: Names[]
  result: DriveResult
  ending: AbortSignal
  witness: Witness
  waitMs: WaitMs
}

/** A platform that is slower than the ramp is not asked for more at the same time than this. */
const MOST_REGISTERING = 20

/** Registers one device after the other, each of which lives from then on. */
async function ramped({ joined, result, ...ramp }: Ramp): Promise<void> {
  const { options, door, api, world, names, ending, witness, waitMs } = ramp
  const { pollEvery, logs } = options
  const { fleetId } = door
  const lives: Promise<void>[] = []
  const failed: unknown[] = []
  const registering = new Set<Promise<boolean>>()
  for (const [index, one] of names.entries()) {
    if (index > 0) await wait(1000 / options.ramp, ending)
    while (registering.size >= MOST_REGISTERING) await Promise.race(registering)
    // From now on the platform may have it, whether it answers or not.
    joined.push(one)
    const registered = register({ ...ramp, result, index, one }).finally(() => registering.delete(registered))
    registering.add(registered)
    const life = async () => {
      if (!(await registered)) return
      result.registered++
      const machine = { api, world, index, names: one, fleetId, pollEvery, logs, ending, witness, waitMs }
      if ((await live({ ...machine, now: Date.now })) === 'gone') result.gone++
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

/** So often the key is refused before it is believed that it may not register devices here. */
const MOST_REFUSALS = 6

/**
 * Whether the device is there: it is now, or an earlier attempt or drive with the same seed has made it. What gets no answer,
 * or one that says nothing about the device, is tried again: its uuid is the same, so that it cannot be made twice.
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
      // The key has registered others, so it is good, and the refusal is none.
      const isPassing = status === 401 && (result.registered > 0 || tries < MOST_REFUSALS)
      if (!isPassing && status !== 409 && status !== 429 && status < 500) {
        options.say(`Device ${index + 1} was not registered: ${status} ${text}`.trim())
        return false
      }
    }
    await wait(waitMs(tries), ending)
  }
}

function requestOf({ options, door, world, index, one }: Registration): Asked {
  advance(world, Date.now())
  const { osVersion, osVariant, supervisorVersion, macAddress } = world.device(index)
  return {
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
  }
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

/** So often a deletion that was refused, or of which nothing is known, is tried again. */
const MOST_DELETIONS = 5

/** Deletes devices with the key of a person, and asks whether each is gone. */
async function removeAll(
  options: DriveOptions,
  { fleetId }: Preflight,
  result: DriveResult,
  names: readonly Names[],
): Promise<void> {
  const { url, key, cleanUpKey: personKey = key, giveUp, say, waitMs = backOff } = options
  const api = createApi({ url, ending: giveUp, waitMs })
  const witness = witnessOf({ api, fleetId, personKey })
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
      // A delete is also answered with 200 when it found nothing that the person may see.
      const presence = await witness(one)
      if (presence === 'gone') return true
      const isSure = presence === 'there' && answer?.status === 200
      if (isSure || tries >= MOST_DELETIONS) return false
      await wait(waitMs(tries), giveUp)
    }
  }
}
