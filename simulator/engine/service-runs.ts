import type { Instant } from '../base/clock.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import { appendEvent } from '../device/event-history.ts'
import { advanceService, type ServiceEvent, type ServiceRun } from '../device/services.ts'
import { idAt } from '../state/columns.ts'
import { forgetFiles } from '../state/files.ts'
import {
  noteChange,
  profileOf,
  requireRelease,
  type ContainerRecord,
  type WorldState,
} from '../state/world-state.ts'

/** Stops, starts or restarts a service. A restart creates a new container, as the supervisor does. */
export function moveService(
  state: WorldState,
  index: number,
  service: ServicePlan,
  event: ServiceEvent,
): ServiceRun | undefined {
  const { pace } = profileOf(state, index)
  const before = state.runs.get(index)?.get(service.name)
  const run = advanceService(before, event, { seed: state.seed, index, pace, serviceId: service.serviceId })
  if (!run || run === before) return run
  const runs = new Map<string, ServiceRun>(state.runs.get(index))
  runs.set(service.name, run)
  state.runs.set(index, runs)
  appendEvent(state.histories, index, { kind: 'service', startedAt: event.at, name: service.name, run })
  noteChange(state, index, 'running')
  if (event.type === 'restart') noteRecreated(state, index, service, run)
  return run
}

/** Restarts all services; returns when the last one has stopped and runs again. */
export function restartServices(
  state: WorldState,
  index: number,
  services: readonly ServicePlan[],
  at: Instant,
): { stoppedAt: Instant; runningAt: Instant } {
  let stoppedAt = at
  let runningAt = at
  for (const service of services) {
    const run = moveService(state, index, service, { type: 'restart', at })
    if (run?.kind === 'restarted') stoppedAt = Math.max(stoppedAt, run.stoppedAt)
    if (run !== undefined && run.kind !== 'stopped') runningAt = Math.max(runningAt, run.runningAt)
  }
  return { stoppedAt, runningAt }
}

/** The services of the running release; empty while there is none. */
export function runningServices(state: WorldState, index: number): readonly ServicePlan[] {
  const running = idAt(state.columns.running, index)
  return running === null ? [] : requireRelease(state, running).services
}

/** A new container has the current variables, and nothing that was written in the old one. */
function noteRecreated(state: WorldState, index: number, { name }: ServicePlan, run: ServiceRun): void {
  const before = containerRecord(state, index, name)
  const at = run.kind === 'restarted' ? run.stoppedAt : run.at
  const records = new Map(state.containers.get(index))
  state.containers.set(
    index,
    records.set(name, { ...before, generation: before.generation + 1, at, before: before.at }),
  )
  forgetOutdated(state, index, name)
  forgetFiles(state, index, (path) => path.startsWith(`${name}:`))
}

/** Which container of a service runs; by default the one created by the last update. */
export function containerRecord(
  { containers, columns }: WorldState,
  index: number,
  name: string,
): ContainerRecord {
  const since = columns.runningSince[index] ?? 0
  return (
    containers.get(index)?.get(name) ?? {
      installs: columns.installs[index] ?? 0,
      generation: 0,
      at: since,
      before: since,
    }
  )
}

function forgetOutdated(state: WorldState, index: number, name: string): void {
  const outdated = new Map(state.outdated.get(index))
  if (!outdated.delete(name)) return
  if (outdated.size === 0) state.outdated.delete(index)
  else state.outdated.set(index, outdated)
}

/** After an update, containers whose image did not change are kept; all others are new. */
export function keepContainers(
  state: WorldState,
  index: number,
  from: number | null,
  releaseId: number | null,
): void {
  const old = from === null ? [] : requireRelease(state, from).services
  const next = releaseId === null ? [] : requireRelease(state, releaseId).services
  const kept = new Map<string, ContainerRecord>()
  for (const { name, imageId } of next) {
    if (!old.some((it) => it.name === name && it.imageId === imageId)) continue
    kept.set(name, containerRecord(state, index, name))
  }
  for (const { name } of old) {
    if (kept.has(name)) continue
    forgetOutdated(state, index, name)
    forgetFiles(state, index, (path) => path.startsWith(`${name}:`))
  }
  if (kept.size > 0) state.containers.set(index, kept)
  else state.containers.delete(index)
}
