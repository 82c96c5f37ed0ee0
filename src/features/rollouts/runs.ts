import { useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { pauseUnlessClockJumps } from '@/domain/rollout/clock-jump.ts'
import { RolloutPlatform } from '@/domain/rollout/platform.ts'
import type { Kept } from '@/domain/rollout/record.ts'
import type { RolloutState } from '@/domain/rollout/rollout.ts'
import { drawRunnerId, RolloutRunner, type Look } from '@/domain/rollout/runner.ts'
import { RolloutStore } from '@/domain/rollout/store.ts'

/** A rollout that this tab runs, or has run until it ended or was taken over. */
export interface TabRun {
  kept: Kept | null
  /** What it saw last; null before the first look. */
  look: Look | null
  isRunning: boolean
}

interface Running {
  shown: TabRun
  /** The session that it runs in. */
  data: unknown
  /** Looks again at once. */
  wake: () => void
  stop: AbortController
}

const runs = new Map<number, Running>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What this tab does for the rollout of a fleet; it goes on while other pages are looked at. */
export const useTabRun = (fleetId: number): TabRun | undefined =>
  useSyncExternalStore(subscribe, () => runOf(fleetId)?.shown)

/** Another session, or another platform, has runs of its own. */
function runOf(fleetId: number): Running | undefined {
  const run = runs.get(fleetId)
  return run?.data === api().data ? run : undefined
}

const stopAll = () => {
  for (const { stop } of runs.values()) stop.abort()
  runs.clear()
  tell()
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

/** Begins a rollout and runs it here. @throws RolloutMoved where one is going on */
export async function beginRun(
  fleetId: number,
  start: Pick<RolloutState, 'release' | 'plan'>,
): Promise<void> {
  const runner = await newRunner(fleetId)
  goOn(fleetId, runner, await runner.create(start))
}

/** Goes on with the rollout of a fleet in this tab. */
export async function joinRun(fleetId: number): Promise<void> {
  if (runOf(fleetId)?.shown.isRunning) return
  const runner = await newRunner(fleetId)
  goOn(fleetId, runner, await runner.takeOver())
}

/** Lets the run of this tab, where there is one, hear at once what somebody asked for. */
export const wakeRun = (fleetId: number): boolean => {
  const run = runOf(fleetId)
  run?.wake()
  return run?.shown.isRunning === true
}

function goOn(fleetId: number, runner: RolloutRunner, kept: Kept | null): void {
  const stop = new AbortController()
  const { session, data } = api()
  const run: Running = { shown: { kept, look: null, isRunning: true }, data, wake: () => {}, stop }
  runs.get(fleetId)?.stop.abort()
  runs.set(fleetId, run)
  session.onSignOut(stopAll)
  const look = async () => {
    for (;;) {
      // Another session is not this run's to change.
      if (api().data !== data) return
      const seen = await runner.look(stop.signal)
      run.shown = {
        kept: seen.kept ?? run.shown.kept,
        look: seen,
        isRunning: seen.end === undefined,
      }
      tell()
      if (seen.end !== undefined) return
      const nap = new AbortController()
      run.wake = () => nap.abort()
      await pauseUnlessClockJumps(runner.waitMs(seen), api().now, AbortSignal.any([stop.signal, nap.signal]))
      if (stop.signal.aborted) return
    }
  }
  tell()
  void look().catch(() => {})
}
