import type { ControlledClock, Instant } from '../../../simulator/base/clock.ts'
import type { Cloud, CloudOptions } from '../../cloud.ts'
import type { Action } from '../../replay/action-log.ts'
import type { CloudSnapshot } from '../../replay/snapshots.ts'

/** A clock that moves only when a test advances it. */
function aManualClock(start: Instant): ControlledClock {
  let now = start
  let speed = 1
  return {
    get speed() {
      return speed
    },
    now: () => now,
    wakeAt: () => () => {},
    setSpeed: (next) => void (speed = next),
    advanceTo(at) {
      if (at < now) throw new Error('The clock does not run backwards')
      now = at
    },
    onChange: () => () => {},
    dispose() {},
  }
}

interface Counted {
  scenario: string
  seed: number
  count: number
  now: Instant
  openedAt: Instant
  actions: readonly Action[]
}

/** A world whose only state is a number, increased by `POST /count`, which shows whether it was restored or replaced. */
export function aCountingCloud({ scenario, seed = 42, at = 0, snapshot }: CloudOptions): Cloud {
  if (scenario === 'nowhere') throw new Error('There is no scenario called "nowhere"')
  const restored: unknown = snapshot
  let world: Counted = isCounted(restored)
    ? { ...restored }
    : { scenario, seed, count: 0, now: at, openedAt: at, actions: [] }
  let branch = 1
  const clock = aManualClock(world.now)
  const state = () =>
    Response.json({ ...world, now: new Date(clock.now()).toISOString(), speed: clock.speed })

  return {
    clock,
    async handle(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/__flotilla/state') return state()
      if (pathname === '/__flotilla/clock') {
        clock.advanceTo(clock.now() + Number((await bodyOf(request)).advanceMs))
        return state()
      }
      if (pathname === '/__flotilla/reset') {
        const { scenario: name, seed: number } = await bodyOf(request)
        if (name === 'nowhere') return Response.json('There is no scenario called "nowhere"', { status: 400 })
        world = {
          scenario: typeof name === 'string' ? name : world.scenario,
          seed: typeof number === 'number' ? number : world.seed,
          count: 0,
          now: clock.now(),
          openedAt: clock.now(),
          actions: [],
        }
        branch++
        return state()
      }
      if (pathname === '/count') {
        const action = { at: clock.now(), method: 'POST', path: '/count' }
        world = { ...world, count: world.count + 1, actions: [...world.actions, action] }
      }
      return Response.json(world.count)
    },
    connectTerminal() {},
    snapshot: () => ({ ...world, now: clock.now() }) as unknown as CloudSnapshot,
    recordedActions: () => ({
      scenario: world.scenario,
      seed: world.seed,
      openedAt: world.openedAt,
      signingKey: new Uint8Array(32),
      actions: world.actions,
      faults: { entries: [], nextId: 1, chance: 0 },
      branch,
      isLarge: false,
    }),
    async resume({ actions }, until) {
      world = {
        ...world,
        count: world.count + actions.length,
        actions: [...world.actions, ...actions],
      }
      if (until > clock.now()) clock.advanceTo(until)
      return 0
    },
    dispose() {},
  }
}

function isCounted(value: unknown): value is Counted {
  return typeof value === 'object' && value !== null && 'count' in value
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  return (await request.json()) as Record<string, unknown>
}
