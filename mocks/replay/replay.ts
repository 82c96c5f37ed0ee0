import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { digestOf } from '../../simulator/state/snapshot.ts'
import type { World } from '../../simulator/world/world.ts'
import { issueToken } from '../access/tokens.ts'
import type { CloudClock } from '../base/clock.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import { HttpError } from '../base/http-error.ts'
import type { Faults, FaultsSnapshot } from '../faults/faults.ts'
import type { PlatformName } from '../platforms/platform.ts'
import type { Store } from '../store/store.ts'
import { createActionLog, replayedRequest } from './action-log.ts'
import type { Action, ActionLog } from './action-log.ts'
import { createSnapshots, isIntervalOver } from './snapshots.ts'
import type { CloudSnapshot, SnapshotReason, Snapshots } from './snapshots.ts'

/** The cloud as the replay controls it. */
export interface ReplayTarget {
  readonly clock: CloudClock
  readonly faults: Faults
  readonly world: World
  readonly store: Store
  realNow(): number
  /** The world, advanced to the current time. */
  advance(): void
  snapshot(): CloudSnapshot
  /** Continues from a snapshot. Sessions stay open if that world knows them. */
  reopen(snapshot: CloudSnapshot): void
  /** Opens the same world again. */
  openAgain(at: Instant): void
  /** Handles a request of the platform, without faults. */
  perform(request: Request): Promise<{ status: number }>
  /** Handles a request of the control API. */
  control(request: Request): Promise<{ status: number }>
}

/** The history of a world: enough to recreate it, or to continue from an earlier snapshot of it. */
export interface ActionRecord {
  scenario: string
  /** The world file, if any. */
  worldFile?: WorldFile
  /** Absent in data saved by an earlier version: the hosted one. */
  platform?: PlatformName
  seed: number
  /** The requested number of devices; absent: that of the scenario. */
  devices?: number
  openedAt: Instant
  /** Signs session tokens, so that signed-in users stay signed in. */
  signingKey: Uint8Array<ArrayBuffer>
  /** The recorded actions; a new list after each change. */
  actions: readonly Action[]
  faults: FaultsSnapshot
  /** Increases after each reset and rewind: snapshots saved before do not belong to this history. */
  branch: number
  /** The world is too large for snapshots. */
  isLarge: boolean
}

/** An action that failed when it was replayed. */
export interface Diverged {
  at: Instant
  method: string
  path: string
  /** 0: it could not be replayed, because its body was not recorded. */
  status: number
}

/** How to reach another state: where to start, which actions to replay, and when to stop. */
export interface ReplayPlan {
  /** Omitted: the current world. */
  from?: CloudSnapshot | 'opening'
  actions?: readonly Action[]
  until: Instant
  /** Omitted: those of the snapshot. */
  faults?: FaultsSnapshot
}

/** The history of a world, which can return to earlier states. */
export interface History {
  readonly recorder: ActionLog
  readonly snapshots: Snapshots
  /** When the world opened. */
  readonly openedAt: Instant
  /** 32 hexadecimal digits: two clouds with the same fingerprint are in the same state, except for secrets. */
  fingerprint(): string
  /** Saves the current state before the world is moved or left. */
  keep(reason: SnapshotReason): void
  /** Saves the state at intervals. */
  takeDueSnapshot(): void
  /** A new world was opened. */
  opened(openedAt: Instant): void
  /** Goes back to a snapshot by number, of any branch, or to any time of this branch. */
  rewind(to: { snapshot: number } | { at: Instant }): Promise<Diverged[]>
  /** Restores another state; used by rewind, session files and reloads. */
  goTo(plan: ReplayPlan): Promise<Diverged[]>
}

/** Larger worlds get no snapshots, which would take too much time and memory: going back replays everything. */
export const MAX_DEVICES_FOR_SNAPSHOTS = 300_000

/** A replay moves the clock itself, and faults are set at its end. */
const NOT_REPLAYED = new RegExp(`^${CONTROL_PREFIX}(?:clock|faults)`)

function credentialFor({ store, realNow }: ReplayTarget, { as, key }: Action): string | undefined {
  if (key !== undefined) {
    for (const [secret, known] of store.secrets.keys) if (known.key === key) return secret
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

/** Everything that is equal in two clouds with the same history; signing keys and phone clocks are not. */
function comparable({ world, store }: ReplayTarget): unknown {
  const { secrets, registered, ...rest } = store.snapshot()
  const { signingKey: _signingKey, authenticators, emails, generator, oneTimeTokens, ...others } = secrets
  return {
    world: world.fingerprint(),
    rest: { told: registered, ...rest },
    // Fingerprints are stored in session files, so they keep the keys with which they were first computed.
    secrets: {
      lot: generator,
      ...others,
      tickets: new Map(
        [...oneTimeTokens].map(([token, { purpose, until }]) => [token, { errand: purpose, until }]),
      ),
    },
    authenticators: [...authenticators].map(([user, { secret, isOn }]) => [user, secret, isOn]),
    letters: emails.map(({ id, at, to, subject, text }) => [id, at, to, subject, text]),
  }
}

export interface HistoryOptions {
  target: ReplayTarget
  openedAt: Instant
  actions: readonly Action[]
  /** false: no snapshots and no action log, for tests that create many clouds. */
  isOn: boolean
}

/** Records what happens to a cloud, so that it can go back and replay it. */
export function createHistory({ target, openedAt: first, actions: before, isOn }: HistoryOptions): History {
  const { clock, faults } = target
  let openedAt = first
  const takesSnapshots = () => isOn && target.world.size <= MAX_DEVICES_FOR_SNAPSHOTS
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
      if (takesSnapshots()) snapshots.takeSometimes('change')
    },
  })
  recorder.restart(before)

  function switchTo(from: CloudSnapshot | 'opening'): void {
    snapshots.fork()
    if (from === 'opening') {
      target.openAgain(openedAt)
      return recorder.restart([])
    }
    target.reopen(from)
    recorder.restart(from.actions ?? [])
    if (from.faults !== undefined) faults.restore(from.faults)
  }

  async function replay(action: Action): Promise<number> {
    if (action.at > clock.now()) clock.advanceTo(action.at)
    target.advance()
    if (NOT_REPLAYED.test(action.path)) return 200
    if (action.isOmitted === true) return 0
    const request = replayedRequest(target.store, action, credentialFor(target, action))
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
      if (takesSnapshots()) snapshots.take(reason)
    },
    takeDueSnapshot() {
      if (takesSnapshots() && isIntervalOver(snapshots.last(), clock.now()))
        snapshots.takeSometimes('interval')
    },
    opened(at) {
      openedAt = at
      recorder.restart([])
      snapshots.clear()
    },
    async rewind(to) {
      if ('snapshot' in to) {
        const saved = snapshots.find(to.snapshot)
        if (saved === undefined) throw new HttpError(404, `There is no snapshot ${to.snapshot}`)
        history.keep('rewind')
        return history.goTo({ from: saved.snapshot, until: saved.at })
      }
      const { at } = to
      if (at < openedAt) throw new HttpError(400, 'The world was not open yet at that time')
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
    async goTo({ from, actions = [], until, faults: finalFaults }) {
      const { speed } = clock
      const diverged: Diverged[] = []
      clock.setSpeed(0)
      try {
        if (from !== undefined) switchTo(from)
        try {
          for (const action of actions) {
            const status = await replay(action)
            if (status !== 0 && status < 400) continue
            diverged.push({ at: action.at, method: action.method, path: action.path, status })
          }
          if (until > clock.now()) clock.advanceTo(until)
          target.advance()
        } finally {
          recorder.restart([...recorder.actions, ...actions])
        }
        if (finalFaults !== undefined) faults.restore(finalFaults)
      } finally {
        clock.setSpeed(speed)
      }
      return diverged
    },
  }
  return history
}
