import type { Instant } from '../clock.ts'
import type { ReleasePlan, ServicePlan } from '../world/world-definition.ts'

/** An image that a device has to fetch, and what of it. */
export interface WantedImage extends ServicePlan {
  /** What travels: its layers that are not there yet, or a difference to the old image. */
  bytes: number
  isDelta: boolean
}

export interface FetchParameters {
  /** Bytes in a second. */
  speed: number
  /** False when the configuration has switched them off. */
  deltas: boolean
  release(id: number): ReleasePlan
}

type Library = Pick<FetchParameters, 'release' | 'deltas'>

const lists = {
  whole: new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly WantedImage[]>>(),
  deltas: new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly WantedImage[]>>(),
}

const NOTHING: ReleasePlan = { id: 0, fleetId: 0, commit: '', version: '', services: [] }

/** The images of a release that are not on the device because the old release has them too. */
export function imagesToFetch(
  { release, deltas }: Library,
  from: number | null,
  to: number | null,
): readonly WantedImage[] {
  if (to === null) return []
  const wanted = release(to)
  const present = from === null ? NOTHING : release(from)
  // Follows from the two releases alone, and is asked for at every turn: remembered for as long as they are.
  const known = lists[deltas ? 'deltas' : 'whole']
  const list = known.get(wanted)?.get(present) ?? compare(wanted, present, deltas)
  const row = known.get(wanted) ?? new WeakMap<ReleasePlan, readonly WantedImage[]>()
  known.set(wanted, row.set(present, list))
  return list
}

function compare(wanted: ReleasePlan, present: ReleasePlan, deltas: boolean): readonly WantedImage[] {
  const missing = wanted.services.filter((it) => !present.services.some((old) => old.imageId === it.imageId))
  const layers = new Set<number>()
  for (const old of present.services) {
    // Its image is deleted before the new one is fetched: nothing of it is left to build on.
    const next = missing.find((it) => it.name === old.name)
    if (next?.strategy === 'delete-then-download') continue
    for (const { id } of old.layers ?? []) layers.add(id)
  }
  return missing.map((it) => {
    const old = present.services.find((one) => one.name === it.name)
    const delta =
      deltas && it.strategy !== 'delete-then-download'
        ? it.deltas?.find(({ fromImageId }) => fromImageId === old?.imageId)
        : undefined
    return { ...it, bytes: delta?.bytes ?? missingBytes(it, layers), isDelta: delta !== undefined }
  })
}

/** Layers that an earlier image of the list brings along are there for the next one. */
function missingBytes({ layers, imageSize }: ServicePlan, present: Set<number>): number {
  if (!layers) return imageSize
  let bytes = 0
  for (const layer of layers) {
    if (!present.has(layer.id)) bytes += layer.bytes
    present.add(layer.id)
  }
  // The list of its layers travels in any case.
  return Math.max(2000, bytes)
}

/**
 * Images are fetched side by side and share the line evenly, so small ones are ready first. Milliseconds until each
 * unfinished image has `goal` bytes, or its own size if that is less, when each had `fetched` at the start.
 */
export function msToFetch(sizes: readonly number[], fetched: number, goal: number, speed: number): number {
  let ms = 0
  let have = fetched
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const upTo = Math.min(size, goal)
    if (upTo <= have) continue
    ms += ((upTo - have) * sizes.filter((it) => it >= size).length * 1000) / speed
    have = upTo
  }
  return ms
}

/** A phase of an update in which images arrive, or rest half fetched. */
interface Fetching {
  kind: 'downloading' | 'backing-off'
  from: number | null
  releaseId: number | null
  startedAt: Instant
  /** Bytes that each unfinished image had when it began. */
  fetched: number
  /** `full`: there is no room for any of it; `unreachable`: nobody gives it anything. */
  ends?: string
}

/** True for a download in which nothing arrives. */
export function isBarren({ kind, ends }: Pick<Fetching, 'kind' | 'ends'>): boolean {
  return kind === 'backing-off' || ends === 'full' || ends === 'unreachable'
}

/** Bytes that each unfinished image has at a moment of a download. */
export function fetchedAt(phase: Fetching, at: Instant, parameters: FetchParameters): number {
  if (isBarren(phase)) return phase.fetched
  const sizes = imagesToFetch(parameters, phase.from, phase.releaseId)
    .map((it) => it.bytes)
    .sort((a, b) => a - b)
  let left = Math.max(0, at - phase.startedAt)
  let have = phase.fetched
  for (const [i, size] of sizes.entries()) {
    if (size <= have) continue
    const msPerByte = ((sizes.length - i) * 1000) / parameters.speed
    const needed = (size - have) * msPerByte
    if (needed > left) return have + left / msPerByte
    left -= needed
    have = size
  }
  return have
}

/** Percent of one image: whole, and 100 only once all of it is there. */
export function imageProgress({ bytes }: Pick<WantedImage, 'bytes'>, fetched: number): number {
  return Math.min(100, Math.floor((fetched * 100) / bytes))
}

/** When the last byte of an image arrives in this phase, if the phase lasts so long. */
export function imageCompleteAt(phase: Fetching, image: WantedImage, parameters: FetchParameters): Instant {
  const sizes = imagesToFetch(parameters, phase.from, phase.releaseId).map((it) => it.bytes)
  return phase.startedAt + Math.ceil(msToFetch(sizes, phase.fetched, image.bytes, parameters.speed))
}
