import { useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { pauseUnlessClockJumps } from '@/engines/rollouts/clock-jump.ts'
import { RolloutPlatform } from '@/engines/rollouts/rollout-platform.ts'
import type { Kept } from '@/engines/rollouts/rollout-record.ts'
import {
  drawRunnerId,
  RolloutRunner,
  type RolloutPoll,
  type SeenMembers,
} from '@/engines/rollouts/rollout-runner.ts'
import { RolloutStore } from '@/engines/rollouts/rollout-store.ts'
import type { RolloutState } from '@/engines/rollouts/rollout.ts'

/** A rollout that this tab runs, or has run until it ended or another runner took over. */
export interface TabRun {
  kept: Kept | null
  /** The last observation; null before the first one. */
  poll: RolloutPoll | null
  /** The devices as they were seen last. */
  members?: SeenMembers | undefined
  isRunning: boolean
}

interface Running {
  shown: TabRun
  /** The session of the run, identified by its data API. */
  data: unknown
  /** Ends the pause before the next look. */
  wake: () => void
  stop: AbortController
}

const runs = new Map<number, Running>()
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The run of a fleet's rollout in this tab. It continues while other pages are open. */
export const useTabRun = (fleetId: number): TabRun | undefined =>
  useSyncExternalStore(subscribe, () => runOf(fleetId)?.shown)

/** Ignores runs of an earlier session or of another platform. */
function runOf(fleetId: number): Running | undefined {
  const run = runs.get(fleetId)
  return run?.data === api().data ? run : undefined
}

const stopAll = () => {
  for (const { stop } of runs.values()) stop.abort()
  runs.clear()
  notify()
}

async function newRunner(fleetId: number): Promise<RolloutRunner> {
  const { data, session, now } = api()
  const { username } = await session.whoAmI()
  const runner = { id: drawRunnerId(), name: username.slice(0, 100) }
  return new RolloutRunner({
    store: new RolloutStore(data, fleetId, runner, now),
    platform: new RolloutPlatform(data, fleetId, now),
    runner,
  })
}

/** Starts a rollout and runs it in this tab. @throws RolloutMoved if the fleet already has one in progress */
export async function beginRun(
  fleetId: number,
  start: Pick<RolloutState, 'release' | 'plan'>,
): Promise<void> {
  const runner = await newRunner(fleetId)
  startLoop(fleetId, runner, await runner.create(start))
}

/** Takes over the rollout of a fleet in this tab. */
export async function joinRun(fleetId: number): Promise<void> {
  if (runOf(fleetId)?.shown.isRunning) return
  const runner = await newRunner(fleetId)
  startLoop(fleetId, runner, await runner.takeOver())
}

/** Makes this tab's run, if there is one, react to a request immediately. Returns whether it is running. */
export const wakeRun = (fleetId: number): boolean => {
  const run = runOf(fleetId)
  run?.wake()
  return run?.shown.isRunning === true
}

function startLoop(fleetId: number, runner: RolloutRunner, kept: Kept | null): void {
  const stop = new AbortController()
  const { session, data } = api()
  const run: Running = { shown: { kept, poll: null, isRunning: true }, data, wake: () => {}, stop }
  runs.get(fleetId)?.stop.abort()
  runs.set(fleetId, run)
  session.onSignOut(stopAll)
  const pollUntilOver = async () => {
    for (;;) {
      // Stops when the session or platform has changed.
      if (api().data !== data) return
      const seen = await runner.poll(stop.signal)
      const isOwn = seen.kept === null || seen.kept.runner.id === kept?.runner.id
      run.shown = {
        kept: seen.kept ?? run.shown.kept,
        poll: seen,
        // What this tab saw says nothing about the rollout that another runner writes.
        members: isOwn ? (seen.members ?? run.shown.members) : undefined,
        isRunning: seen.end === undefined,
      }
      notify()
      if (seen.end !== undefined) return
      const nap = new AbortController()
      run.wake = () => nap.abort()
      await pauseUnlessClockJumps(runner.waitMs(seen), api().now, AbortSignal.any([stop.signal, nap.signal]))
      if (stop.signal.aborted) return
    }
  }
  notify()
  void pollUntilOver().catch(() => {})
}
