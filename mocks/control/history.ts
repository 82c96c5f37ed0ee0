import type { Instant } from '../../simulator/clock.ts'
import { digestOf } from '../../simulator/world/snapshot.ts'
import type { World } from '../../simulator/world.ts'
import { issueToken } from '../access/tokens.ts'
import type { CloudClock } from '../clock.ts'
import { CONTROL_PREFIX } from './control-prefix.ts'
import type { Faults } from '../faults.ts'
import { HttpError } from '../odata/http-error.ts'
import type { Store } from '../store/store.ts'
import { createSnapshots, isIntervalOver } from './snapshots.ts'
import type { CloudSnapshot, Snapshots } from './snapshots.ts'
import { createActionLog, requestOf } from './action-log.ts'
import type { Action, ActionLog } from './action-log.ts'

/** The cloud as its history moves it. */
export interface ReplayTarget {
  readonly clock: CloudClock
  readonly faults: Faults
  readonly world: World
  readonly store: Store
  realNow(): number
  /** The world up to the clock's now. */
  advance(): void
  snapshot(): CloudSnapshot
  /** Goes on from a snapshot, whatever was before. Sessions stay open as far as that world knows them. */
  reopen(snapshot: CloudSnapshot): void
  /** Opens the same world anew. */
  openAgain(at: Instant): void
  /** Answers a request of the platform, without faults. */
  perform(request: Request): Promise<{ status: number }>
  /** Does what a request of the control API asks for. */
  control(request: Request): Promise<{ status: number }>
}

/** An action that did not succeed when it was done again. */
export interface Diverged {
  at: Instant
  method: string
  path: string
  /** 0: it could not be tried, because its body was not recorded. */
  status: number
}

/** What has happened in a world, and the way back. */
export interface History {
  readonly recorder: ActionLog
  readonly moments: Snapshots
  /** When the world opened. */
  readonly openedAt: Instant
  /** 32 hexadecimal digits: two clouds with the same ones are in the same state, save for secrets. */
  fingerprint(): string
  /** Before somebody moves the clock or changes something. */
  beforeJump(): void
  beforeChange(): void
  /** Now and then, when time has gone by. */
  look(): void
  /** A new world has opened. */
  opened(openedAt: Instant, actions?: readonly Action[]): void
  /** Goes back to a kept moment, of whatever branch. */
  rewindTo(id: number): void
  /** Goes back to any moment of this branch since the world opened. */
  rewind(at: Instant): Promise<Diverged[]>
  /** Does actions again at their moments, then goes on to the last moment. */
  replay(actions: readonly Action[], until: Instant): Promise<Diverged[]>
}

/** A larger world is not kept, as it takes too long and too much memory: going back does everything again. */
export const MOST_DEVICES_KEPT = 300_000

/** Moving the clock is what a replay does by itself, and faults are set when it is over. */
const NOT_REPLAYED = new RegExp(`^${CONTROL_PREFIX}(?:clock|faults)`)

function credentialFor({ store, realNow }: ReplayTarget, { as, key }: Action): string | undefined {
  if (key !== undefined) {
    for (const [secret, known] of store.vault.keys) if (known.key === key) return secret
  }
  if (as === undefined) return undefined
  const user = store.rows('user').find('username', as)?.[0] ?? userNamed(store, as)
  if (user === undefined) return undefined
  return issueToken(store, { user, authTime: realNow(), now: realNow() })
}

function userNamed(store: Store, username: string): number | undefined {
  const users = store.rows('user')
  const nameOf = users.reader('username')
  return [...users.handles()].find((id) => nameOf(id) === username)
}

/** All that is the same in two clouds that went the same way; keys that sign and clocks of phones are not. */
function comparable({ world, store }: ReplayTarget): unknown {
  const { vault, ...rest } = store.snapshot()
  const { signingKey: _signingKey, authenticators, letters, ...secrets } = vault
  return {
    world: world.fingerprint(),
    rest,
    secrets,
    authenticators: [...authenticators].map(([user, { secret, isOn }]) => [user, secret, isOn]),
    letters: letters.map(({ id, at, to, subject, text }) => [id, at, to, subject, text]),
  }
}

export interface HistoryOptions {
  stage: ReplayTarget
  openedAt: Instant
  actions?: readonly Action[]
  /** false: nothing is kept or recorded, for tests that make many clouds. */
  isOn: boolean
}

/** Keeps what happens to a cloud, so that one can go back and do it again. */
export function createHistory({ stage, openedAt: first, actions: before, isOn }: HistoryOptions): History {
  const { clock, faults } = stage
  let openedAt = first
  const keeps = () => isOn && stage.world.size <= MOST_DEVICES_KEPT
  const moments = createSnapshots({ snapshot: () => stage.snapshot(), realNow: () => performance.now() })
  const history: History = {
    recorder: createActionLog({
      store: () => stage.store,
      now: () => clock.now(),
      realNow: () => stage.realNow(),
      hold: () => clock.hold(),
      beforeChange: () => history.beforeChange(),
    }),
    moments,
    get openedAt() {
      return openedAt
    },
    fingerprint() {
      stage.advance()
      return digestOf(comparable(stage))
    },
    beforeJump() {
      if (keeps()) moments.take('jump')
    },
    beforeChange() {
      if (keeps()) moments.takeSometimes('change')
    },
    look() {
      if (keeps() && isIntervalOver(moments.last(), clock.now())) moments.takeSometimes('interval')
    },
    opened(at, actions = []) {
      openedAt = at
      recorder.restart(actions)
      moments.clear()
    },
    rewindTo(id) {
      const moment = moments.find(id)
      if (moment === undefined) throw new HttpError(404, `There is no moment ${id} to go back to`)
      if (keeps()) moments.take('rewind')
      leaveFor(moment.snapshot)
    },
    async rewind(at) {
      if (at < openedAt) throw new HttpError(400, 'The world was not open yet at that moment')
      const { actions } = recorder
      const { speed } = clock
      const moment = moments.before(at, actions)
      if (keeps()) moments.take('rewind')
      clock.setSpeed(0)
      try {
        if (moment === undefined) {
          moments.fork()
          stage.openAgain(openedAt)
          recorder.restart([])
        } else leaveFor(moment.snapshot)
        const rest = actions.slice(recorder.actions.length).filter((action) => action.at <= at)
        return await history.replay(rest, at)
      } finally {
        clock.setSpeed(speed)
      }
    },
    async replay(actions, until) {
      const { speed } = clock
      const diverged: Diverged[] = []
      clock.setSpeed(0)
      try {
        for (const action of actions) {
          const status = await repeat(action)
          if (status === 0 || status >= 400) {
            diverged.push({ at: action.at, method: action.method, path: action.path, status })
          }
        }
        if (until > clock.now()) clock.advanceTo(until)
        stage.advance()
      } finally {
        recorder.restart([...recorder.actions, ...actions])
        clock.setSpeed(speed)
      }
      return diverged
    },
  }
  const { recorder } = history

  function leaveFor(snapshot: CloudSnapshot): void {
    moments.fork()
    stage.reopen(snapshot)
    recorder.restart(snapshot.actions ?? [])
    if (snapshot.faults !== undefined) faults.restore(snapshot.faults)
  }

  async function repeat(action: Action): Promise<number> {
    if (action.at > clock.now()) clock.advanceTo(action.at)
    stage.advance()
    if (NOT_REPLAYED.test(action.path)) return 200
    if (action.isOmitted === true) return 0
    const request = requestOf(stage.store, action, credentialFor(stage, action))
    const isControl = action.path.startsWith(CONTROL_PREFIX)
    try {
      const { status } = await (isControl ? stage.control(request) : stage.perform(request))
      return status
    } catch (error) {
      if (error instanceof HttpError) return error.status
      throw error
    }
  }

  recorder.restart(before ?? [])
  return history
}
