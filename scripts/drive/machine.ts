import { createHmac } from 'node:crypto'
import type { World } from '../../simulator/world/world.ts'
import { backOff, wait, type Answer, type Api, type WaitMs } from './api.ts'
import { changedFields, metricsReport, stateReport } from './report.ts'
import { readTarget } from './target.ts'
import type { Names, Witness } from './witness.ts'

/** How often a supervisor checks for changes to report, and reports metrics. */
const REPORT_EVERY_MS = 10_000
const METRICS_EVERY_MS = 60_000
const LINES_IN_BATCH = 10

/** Deterministic for a key and seed, so that a later drive finds the devices again; nobody else can guess them. */
export function machineNames(credential: string, seed: number, index: number): Names {
  const digest = (what: string) =>
    createHmac('sha256', credential).update(`${what} ${seed} ${index}`).digest('hex').slice(0, 32)
  return { uuid: digest('device'), key: digest('key') }
}

export interface MachineOptions {
  api: Api
  world: World
  index: number
  names: Names
  fleetId: number
  /** Milliseconds of the devices' time. */
  pollEvery: number
  logs: boolean
  ending: AbortSignal
  /** Called when the platform rejects the credentials of the device, to find out whether the device was deleted. */
  witness: Witness
  waitMs?: WaitMs
  time: DeviceTime
}

/** The time in which the devices live, at `speed` times the speed of real time. */
export interface DeviceTime {
  now(): number
  /** The real time of an instant of the devices. */
  realTime(at: number): number
  speed: number
}

export type Life = 'alive' | 'gone'

/** Runs one device: it polls, downloads, reports and writes logs. Ends when the platform has deleted it. */
export async function live(options: MachineOptions): Promise<Life> {
  const { api, world, index, names, fleetId, pollEvery, ending, witness, waitMs = backOff, time } = options
  const { now, realTime, speed } = time
  const { uuid, key: credential } = names
  let fleet: string | undefined
  let etag: string | null = null
  let polledAt = -Infinity
  let metricsAt = -Infinity
  let reported: Record<string, unknown> = {}
  let writtenUntil = now()
  let failures = 0
  const images = new Map<number, string>()

  /** Checks why a request was rejected; backs off if the platform rejects requests or does not respond. */
  async function lifeAfter(answer: Answer | undefined): Promise<Life> {
    if (answer !== undefined && answer.status !== 401) {
      failures = 0
      return 'alive'
    }
    if (answer !== undefined && (await witness(names)) === 'gone') return 'gone'
    await wait(waitMs(failures++), ending)
    return 'alive'
  }

  async function poll(): Promise<Life> {
    polledAt = now()
    const answer = await api.ask({
      kind: 'ask for the target',
      method: 'GET',
      path: `/device/v3/${uuid}/state`,
      credential,
      headers: etag === null ? {} : { 'if-none-match': etag },
    })
    if (answer?.status !== 200) return lifeAfter(answer)
    failures = 0
    etag = answer.etag
    const target = readTarget(answer.text, uuid, fleetId)
    if (target === undefined) return 'alive'
    fleet = target.fleet
    for (const [id, image] of target.images) images.set(id, image)
    if (target.release !== null) world.addRelease(target.release)
    world.setPin(index, target.release?.id ?? null)
    return 'alive'
  }

  async function report(): Promise<Life> {
    if (fleet === undefined) return 'alive'
    const device = world.device(index)
    const state = stateReport(world, device, fleet, images)
    const withMetrics = now() - metricsAt >= METRICS_EVERY_MS
    const changes = { ...changedFields(state, reported), ...(withMetrics ? metricsReport(device) : {}) }
    if (Object.keys(changes).length === 0) return 'alive'
    const body = { [uuid]: changes }
    const answer = await api.ask({
      kind: 'report the state',
      method: 'PATCH',
      path: '/device/v3/state',
      credential,
      body,
    })
    // A deleted device gets a 304 when it polls, and a 401 when it reports.
    if (answer?.status !== 200) return lifeAfter(answer)
    failures = 0
    reported = state
    if (withMetrics) metricsAt = now()
    return 'alive'
  }

  async function write(): Promise<Life> {
    const lines = world.logs(index, { after: writtenUntil, count: LINES_IN_BATCH })
    writtenUntil = world.now()
    if (!options.logs || lines.length === 0) return 'alive'
    const body = lines.map(({ at, message, isSystem, isStdErr, serviceId }) => ({
      timestamp: Math.round(realTime(at)),
      message,
      isSystem,
      isStdErr,
      ...(serviceId === null ? {} : { serviceId }),
    }))
    const path = `/device/v2/${uuid}/logs`
    return lifeAfter(await api.ask({ kind: 'write logs', method: 'POST', path, credential, body }))
  }

  for (;;) {
    advance(world, now())
    // A device without network sends no requests.
    if (world.device(index).cloudlink) {
      if (now() - polledAt >= pollEvery && (await poll()) === 'gone') return 'gone'
      if ((await report()) === 'gone') return 'gone'
      if ((await write()) === 'gone') return 'gone'
    }
    await wait(Math.min(REPORT_EVERY_MS, pollEvery) / speed, ending)
  }
}

/** Advances the world to a time, unless another device has advanced it further. */
export function advance(world: World, at: number): void {
  if (at > world.now()) world.advanceTo(at)
}
