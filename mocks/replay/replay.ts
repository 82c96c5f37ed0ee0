import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/clock.ts'
import { digestOf } from '../../simulator/world/snapshot.ts'
import type { World } from '../../simulator/world.ts'
import { issueToken } from '../access/tokens.ts'
import type { CloudClock } from '../clock.ts'
import { CONTROL_PREFIX } from '../control/control-prefix.ts'
import type { Faults, FaultsSnapshot } from '../faults.ts'
import { HttpError } from '../odata/http-error.ts'
import type { PlatformName } from '../platforms/platform.ts'
import type { Store } from '../store/store.ts'
import { createActionLog, requestOf } from './action-log.ts'
import type { Action, ActionLog } from './action-log.ts'
import { createSnapshots, isIntervalOver } from './snapshots.ts'
import type { CloudSnapshot, SnapshotReason, Snapshots } from './snapshots.ts'

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

/** How a world came to be what it is: enough to make it again, or to go on from an earlier snapshot of it. */
export interface RecordedSession {
  scenario: string
  /** Of a world of somebody's own. */
  worldFile?: WorldFile
  /** Absent in what an earlier version kept: the hosted one. */
  platform?: PlatformName
  seed: number
  /** How many devices were asked for; absent: as many as the scenario has. */
  devices?: number
  openedAt: Instant
  /** Sessions are signed with it: who had signed in stays signed in. */
  signingKey: Uint8Array<ArrayBuffer>
  /** What was done to it; another list after each change. */
  actions: readonly Action[]
  faults: FaultsSnapshot
  /** Another number after each reset and each way back: what was kept before does not lead here. */
  branch: number
  /** A snapshot of it would take too long. */
  isLarge: boolean
}

/** An action that did not succeed when it was done again. */
export interface Diverged {
  at: Instant
  method: string
  path: string
  /** 0: it could not be tried, because its body was not recorded. */
  status: number
}

/** The way to another moment: where it begins, what is done again from there, and where it ends. */
export interface Way {
  /** Left out: the world as it is. */
  from?: CloudSnapshot | 'opening'
  actions?: readonly Action[]
  until: Instant
  /** Left out: those of the snapshot. */
  faults?: FaultsSnapshot
}

/** What has happened in a world, and the way back. */
export interface History {
  readonly recorder: ActionLog
  readonly snapshots: Snapshots
  /** When the world opened. */
  readonly openedAt: Instant
  /** 32 hexadecimal digits: two clouds with the same ones are in the same state, save for secrets. */
  fingerprint(): string
  /** Keeps the world as it is before somebody moves or leaves it. */
  keep(reason: SnapshotReason): void
  /** Now and then, when time has gone by. */
  look(): void
  /** A new world has opened. */
  opened(openedAt: Instant): void
  /** Goes back to a snapshot by its number, of whatever branch, or to any moment of this branch. */
  rewind(to: { snapshot: number } | { at: Instant }): Promise<Diverged[]>
  /** The one way to another moment: going back, a session file and a reload all take it. */
  goTo(way: Way): Promise<Diverged[]>
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
  target: ReplayTarget
  openedAt: Instant
  actions: readonly Action[]
  /** false: nothing is kept or recorded, for tests that make many clouds. */
  isOn: boolean
}

/** Keeps what happens to a cloud, so that one can go back and do it again. */
export function createHistory({ target, openedAt: first, actions: before, isOn }: HistoryOptions): History {
  const { clock, faults } = target
  let openedAt = first
  const keeps = () => isOn && target.world.size <= MOST_DEVICES_KEPT
  const snapshots = createSnapshots({
    snapshot: () => target.snapshot(),
    realNow: () => performance.now(),
  })
  const recorder = createActionLog({
    store: () => target.store,
    now: () => clock.now(),
    realNow: () => target.realNow(),
    hold: () => clock.hold(),
    beforeChange() {
      if (keeps()) snapshots.takeSometimes('change')
    },
  })
  recorder.restart(before)

  function leaveFor(from: CloudSnapshot | 'opening'): void {
    snapshots.fork()
    if (from === 'opening') {
      target.openAgain(openedAt)
      return recorder.restart([])
    }
    target.reopen(from)
    recorder.restart(from.actions ?? [])
    if (from.faults !== undefined) faults.restore(from.faults)
  }

  async function repeat(action: Action): Promise<number> {
    if (action.at > clock.now()) clock.advanceTo(action.at)
    target.advance()
    if (NOT_REPLAYED.test(action.path)) return 200
    if (action.isOmitted === true) return 0
    const request = requestOf(target.store, action, credentialFor(target, action))
    const isControl = action.path.startsWith(CONTROL_PREFIX)
    try {
      const { status } = await (isControl ? target.control(request) : target.perform(request))
      return status
    } catch (error) {
      if (error instanceof HttpError) return error.status
      throw error
    }
  }

  const history: History = {
    recorder,
    snapshots,
    get openedAt() {
      return openedAt
    },
    fingerprint() {
      target.advance()
      return digestOf(comparable(target))
    },
    keep(reason) {
      if (keeps()) snapshots.take(reason)
    },
    look() {
      if (keeps() && isIntervalOver(snapshots.last(), clock.now())) snapshots.takeSometimes('interval')
    },
    opened(at) {
      openedAt = at
      recorder.restart([])
      snapshots.clear()
    },
    async rewind(to) {
      if ('snapshot' in to) {
        const kept = snapshots.find(to.snapshot)
        if (kept === undefined) throw new HttpError(404, `There is no moment ${to.snapshot} to go back to`)
        history.keep('rewind')
        return history.goTo({ from: kept.snapshot, until: kept.at })
      }
      const { at } = to
      if (at < openedAt) throw new HttpError(400, 'The world was not open yet at that moment')
      const { actions } = recorder
      const from = snapshots.before(at, actions)?.snapshot ?? 'opening'
      const done = from === 'opening' ? 0 : (from.actions?.length ?? 0)
      history.keep('rewind')
      return history.goTo({
        from,
        actions: actions.slice(done).filter((one) => one.at <= at),
        until: at,
      })
    },
    async goTo({ from, actions = [], until, faults: wanted }) {
      const { speed } = clock
      const diverged: Diverged[] = []
      clock.setSpeed(0)
      try {
        if (from !== undefined) leaveFor(from)
        try {
          for (const action of actions) {
            const status = await repeat(action)
            if (status !== 0 && status < 400) continue
            diverged.push({ at: action.at, method: action.method, path: action.path, status })
          }
          if (until > clock.now()) clock.advanceTo(until)
          target.advance()
        } finally {
          recorder.restart([...recorder.actions, ...actions])
        }
        if (wanted !== undefined) faults.restore(wanted)
      } finally {
        clock.setSpeed(speed)
      }
      return diverged
    },
  }
  return history
}
