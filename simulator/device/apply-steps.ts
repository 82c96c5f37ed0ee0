import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { ReleasePlan, ServicePlan } from '../definition/world-definition.ts'
import type { FetchParameters } from './images.ts'

export interface StepParameters extends FetchParameters {
  seed: number
  index: number
  /** Factor on the duration of stopping, installing and starting. */
  pace: number
  /** Maximum time that two containers of a service run side by side. */
  handoverMs: number
}

interface Phase {
  from: number | null
  releaseId: number | null
  startedAt: Instant
}

/** The steps for one service when a release is applied. In order of time, except in a hand-over; null for steps that are skipped. */
export interface ApplyStep {
  name: string
  old: ServicePlan | null
  next: ServicePlan | null
  stoppingAt: Instant | null
  stoppedAt: Instant
  installingAt: Instant
  installedAt: Instant
  startingAt: Instant
  runningAt: Instant | null
  /** The new container runs before the old one is stopped. */
  handsOver: boolean
}

/** A service that is stopped before its new image is downloaded. */
export interface ClearStep {
  service: ServicePlan
  stoppingAt: Instant
  stoppedAt: Instant
  /** Its image is deleted as well. */
  deletes: boolean
}

interface Change {
  name: string
  old: ServicePlan | null
  next: ServicePlan | null
}

const NO_RELEASE: ReleasePlan = { id: 0, fleetId: 0, commit: '', version: '', services: [] }
const known = new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly Change[]>>()

/** Depends only on the two releases and is needed often, so it is cached by release. */
function changes(
  { from, releaseId }: Pick<Phase, 'from' | 'releaseId'>,
  { release }: Pick<StepParameters, 'release'>,
): readonly Change[] {
  const old = from === null ? NO_RELEASE : release(from)
  const next = releaseId === null ? NO_RELEASE : release(releaseId)
  const row = known.get(next) ?? new WeakMap<ReleasePlan, readonly Change[]>()
  const list = row.get(old) ?? compare(old, next)
  known.set(next, row.set(old, list))
  return list
}

function compare(old: ReleasePlan, next: ReleasePlan): readonly Change[] {
  const names = new Set([...old.services, ...next.services].map((it) => it.name))
  return [...names]
    .map((name) => ({
      name,
      old: old.services.find((it) => it.name === name) ?? null,
      next: next.services.find((it) => it.name === name) ?? null,
    }))
    .filter((it) => it.old?.imageId !== it.next?.imageId)
}

function stopsBeforeDownload({ next }: Change): boolean {
  return next?.strategy === 'kill-then-download' || next?.strategy === 'delete-then-download'
}

const durations =
  (parameters: StepParameters, phase: Phase, position: number) => (min: number, max: number, part: number) =>
    Math.round(
      (min +
        (max - min) *
          chance(
            parameters.seed,
            streams.applyPace,
            parameters.index,
            phase.releaseId ?? 0,
            position * 8 + part,
          )) *
        parameters.pace,
    )

/** Which services are stopped before the download, and when (docs/platform/device-protocol.md). */
export function clearSteps(phase: Phase, parameters: StepParameters): ClearStep[] {
  return changes(phase, parameters)
    .filter(stopsBeforeDownload)
    .flatMap(({ old, next }, position) => {
      if (!old) return []
      const stoppingAt = phase.startedAt + 200 + Math.round(position * 1200 * parameters.pace)
      const stoppedAt = stoppingAt + durations(parameters, phase, position)(600, 3500, 5)
      return [{ service: old, stoppingAt, stoppedAt, deletes: next?.strategy === 'delete-then-download' }]
    })
}

/** Names of the services that `clearSteps` stops. */
export function clearedNames(
  phase: Pick<Phase, 'from' | 'releaseId'>,
  parameters: StepParameters,
): readonly string[] {
  return changes(phase, parameters)
    .filter((it) => stopsBeforeDownload(it) && it.old !== null)
    .map(({ name }) => name)
}

/** How long the supervisor takes to delete the images of the services that it has stopped. */
const DELETING_MS = 220

/**
 * The steps of each service when a release is applied: a service whose image does not change keeps running. The supervisor stops
 * all others and deletes their images before it installs the first new one.
 */
export function applySteps(phase: Phase, parameters: StepParameters): ApplyStep[] {
  const stops = changes(phase, parameters).map((change, position) => {
    const duration = durations(parameters, phase, position)
    const beginsAt = phase.startedAt + 200 + Math.round(position * 1200 * parameters.pace)
    // Services stopped before the download are already down.
    const old = stopsBeforeDownload(change) ? null : change.old
    const handsOver = change.next?.strategy === 'hand-over' && old !== null
    const stoppedAt = old !== null && !handsOver ? beginsAt + duration(600, 3500, 0) : beginsAt
    return { change, duration, beginsAt, old, handsOver, stoppedAt }
  })
  const stopped = stops.filter(({ old, handsOver }) => old !== null && !handsOver)
  const clearedAt = Math.max(0, ...stopped.map(({ stoppedAt }) => stoppedAt + DELETING_MS))
  return stops.map(({ change, duration, beginsAt, old, handsOver, stoppedAt }) => {
    const freeAt = Math.max(beginsAt, clearedAt)
    if (handsOver) return handOver(change, freeAt, phase, parameters, duration)
    const installingAt = freeAt + duration(150, 400, 1)
    const installedAt = installingAt + duration(900, 3200, 2)
    const startingAt = installedAt + duration(200, 500, 3)
    return {
      ...change,
      old,
      stoppingAt: old ? beginsAt : null,
      stoppedAt,
      installingAt,
      installedAt,
      startingAt,
      runningAt: change.next ? startingAt + duration(700, 2600, 4) : null,
      handsOver: false,
    }
  })
}

/** The old container runs until the new one has run for a while, or until the timeout. */
function handOver(
  change: Change,
  installingAt: Instant,
  phase: Phase,
  { seed, index, handoverMs }: StepParameters,
  duration: (min: number, max: number, part: number) => number,
): ApplyStep {
  const installedAt = installingAt + duration(900, 3200, 2)
  const startingAt = installedAt + duration(200, 500, 3)
  const runningAt = startingAt + duration(700, 2600, 4)
  const overlapMs = 4000 + Math.floor(16_000 * chance(seed, streams.handover, index, phase.releaseId ?? 0))
  const stoppingAt = runningAt + Math.min(handoverMs, overlapMs)
  const stoppedAt = stoppingAt + duration(600, 3500, 0)
  return {
    ...change,
    stoppingAt,
    stoppedAt,
    installingAt,
    installedAt,
    startingAt,
    runningAt,
    handsOver: true,
  }
}
