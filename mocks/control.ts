import type { Instant } from '../simulator/clock.ts'
import type { World } from '../simulator/world.ts'
import { FASTEST } from './clock.ts'
import type { CloudClock } from './clock.ts'
import { CONTROL_PREFIX } from './control-prefix.ts'
import { letters } from './letters.ts'
import { answerSignIn, signInPage, supportPortal } from './other-parties.ts'
import type { Store } from './store/store.ts'
import type { Fault, Faults } from './faults.ts'
import { bodyOf, empty, json } from './handlers/call.ts'
import type { Answer, JsonObject } from './handlers/call.ts'
import { Refusal } from './odata/refusal.ts'
import { scenarios } from './scenarios/registry.ts'
import type { Scenario } from './scenarios/scenario.ts'

/** What a reset may choose anew; what is left out stays as it is. */
export interface ResetRequest {
  scenario?: string
  seed?: number
  devices?: number
  at?: Instant
}

/** What the control API may look at and touch. */
export interface Controlled {
  readonly scenario: Scenario
  readonly seed: number
  readonly world: World
  readonly store: Store
  readonly clock: CloudClock
  readonly faults: Faults
  reset(wanted: ResetRequest): void
  /** The world up to the clock's now. */
  advance(): void
}

export interface ControlState {
  scenario: string
  title: string
  lookAt: string
  seed: number
  devices: number
  /** ISO 8601 with milliseconds. */
  now: string
  speed: number
  scenarios: { name: string; title: string; lookAt: string }[]
}

function stateOf({ scenario, seed, world, clock }: Controlled): ControlState {
  let devices = 0
  for (let index = 0; index < world.size; index++) if (world.exists(index)) devices++
  return {
    scenario: scenario.name,
    title: scenario.title,
    lookAt: scenario.lookAt,
    seed,
    devices,
    now: new Date(clock.now()).toISOString(),
    speed: clock.speed,
    scenarios: scenarios.map(({ name, title, lookAt }) => ({ name, title, lookAt })),
  }
}

function numberIn(body: JsonObject, key: string, least: number, most: number): number | undefined {
  const value = body[key]
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Refusal(400, `"${key}" must be a number from ${least} to ${most}`)
}

function momentIn(body: JsonObject, key: string): Instant | undefined {
  const value = body[key]
  if (value === undefined) return undefined
  const at = typeof value === 'number' ? value : Date.parse(String(value))
  if (Number.isNaN(at)) throw new Refusal(400, `"${key}" must be a moment such as 2026-11-20T14:00Z`)
  return at
}

const LONGEST_JUMP = 366 * 86_400_000

function setClock({ clock, advance }: Controlled, body: JsonObject): void {
  const speed = numberIn(body, 'speed', 0, FASTEST)
  const ms = numberIn(body, 'advanceMs', 0, LONGEST_JUMP)
  const to = momentIn(body, 'to')
  if (speed === undefined && ms === undefined && to === undefined) {
    throw new Refusal(400, 'Say "speed", "advanceMs" or "to"')
  }
  const target = to ?? (ms === undefined ? undefined : clock.now() + ms)
  if (target !== undefined) {
    if (target < clock.now()) throw new Refusal(400, 'The clock cannot go back; reset the world instead')
    if (target > clock.now() + LONGEST_JUMP) throw new Refusal(400, 'The clock jumps a year at most')
    clock.advanceTo(target)
  }
  if (speed !== undefined) clock.setSpeed(speed)
  advance()
}

function resetRequest(body: JsonObject): ResetRequest {
  const { scenario } = body
  if (scenario !== undefined && !scenarios.some(({ name }) => name === scenario)) {
    throw new Refusal(400, `There is no scenario "${String(scenario)}"`)
  }
  const seed = numberIn(body, 'seed', 0, 2 ** 32 - 1)
  const devices = numberIn(body, 'devices', 1, 1_000_000)
  const at = momentIn(body, 'at')
  return {
    ...(typeof scenario === 'string' ? { scenario } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(devices === undefined ? {} : { devices }),
    ...(at === undefined ? {} : { at }),
  }
}

function touchDevice({ world, advance }: Controlled, uuid: string, body: JsonObject): Answer {
  advance()
  const index = world.indexOfUuid(uuid)
  if (index < 0) throw new Refusal(404, `No device with uuid ${uuid}`)
  const { link, lock } = body
  if (link !== undefined) {
    if (link !== 'up' && link !== 'down') throw new Refusal(400, '"link" must be "up" or "down"')
    world.setLink(index, link === 'up')
  }
  if (lock !== undefined) {
    if (lock !== null && typeof lock !== 'string') throw new Refusal(400, '"lock" must be a service or null')
    world.setLock(index, lock)
  }
  return empty()
}

/** Answers `/__flotilla/…`: the scenario, the clock, faults, single devices, e-mails, and the parties beside the platform. For the panel, tests and scripts. */
export async function control(controlled: Controlled, request: Request): Promise<Answer> {
  const path = new URL(request.url).pathname.slice(CONTROL_PREFIX.length).replace(/\/$/, '')
  const { faults } = controlled
  switch (`${request.method} ${path}`) {
    case 'GET state':
      return json(stateOf(controlled))
    case 'POST clock':
      setClock(controlled, await bodyOf({ request }))
      return json(stateOf(controlled))
    case 'POST reset':
      controlled.reset(resetRequest(await bodyOf({ request })))
      return json(stateOf(controlled))
    case 'GET faults':
      return json<Fault[]>(faults.list())
    case 'POST faults':
      return json<Fault>(faults.add(await bodyOf({ request })), 201)
    case 'GET mailbox':
      return json(letters(controlled.store, request))
    case 'POST support-portal':
      return supportPortal(controlled.store, request)
    case 'DELETE faults':
      faults.clear()
      return empty()
  }
  const party = /^sign-in\/(\w+)$/.exec(path)?.[1]
  if (party !== undefined && request.method === 'GET') return signInPage(controlled.store, request, party)
  if (party !== undefined && request.method === 'POST') {
    return answerSignIn(controlled.store, request, party, controlled.clock.now())
  }
  const device = /^devices\/([0-9a-f]+)$/.exec(path)
  if (request.method === 'POST' && device !== null) {
    return touchDevice(controlled, device[1] ?? '', await bodyOf({ request }))
  }
  throw new Refusal(404)
}
