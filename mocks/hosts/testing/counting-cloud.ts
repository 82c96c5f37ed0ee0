import type { ControlledClock, Instant } from '../../../simulator/clock.ts'
import type { Cloud, CloudOptions, CloudSnapshot } from '../../cloud.ts'

/** A clock that only a test moves. */
export function aHandClock(start: Instant): ControlledClock {
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
}

/** A world whose whole state is a number that `POST /count` raises: enough to see whether it was kept or replaced. */
export function aCountingCloud({ scenario, seed = 42, at = 0, snapshot }: CloudOptions): Cloud {
  if (scenario === 'nowhere') throw new Error('There is no scenario called "nowhere"')
  const kept: unknown = snapshot
  let world: Counted = isCounted(kept) ? { ...kept } : { scenario, seed, count: 0, now: at }
  const clock = aHandClock(world.now)
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
        }
        return state()
      }
      if (pathname === '/count') world.count++
      return Response.json(world.count)
    },
    connectTerminal() {},
    snapshot: () => structuredClone({ ...world, now: clock.now() }) as unknown as CloudSnapshot,
    dispose() {},
  }
}

function isCounted(value: unknown): value is Counted {
  return typeof value === 'object' && value !== null && 'count' in value
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  return (await request.json()) as Record<string, unknown>
}
