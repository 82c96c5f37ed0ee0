import type { Instant } from '../base/clock.ts'
import type { ReleasePlan, ServicePlan } from '../definition/world-definition.ts'

/** An image that a device has to download, and how much of it. */
export interface MissingImage extends ServicePlan {
  /** Bytes to download: the missing layers, or a delta to the old image. */
  bytes: number
  isDelta: boolean
}

export interface FetchParameters {
  /** Bytes per second. */
  speed: number
  /** False when the configuration disables deltas. */
  deltas: boolean
  release(id: number): ReleasePlan
}

/** Images are compressed in the registry and unpacked on the device. */
export const unpackedBytes = ({ imageSize }: Pick<ServicePlan, 'imageSize'>): number =>
  Math.round(imageSize * 2.3)

const unpacked = new WeakMap<ReleasePlan, number>()

/** What the images of a release take on the storage of a device, in bytes. */
export function unpackedBytesOf(release: ReleasePlan): number {
  const bytes =
    unpacked.get(release) ?? release.services.reduce((sum, service) => sum + unpackedBytes(service), 0)
  unpacked.set(release, bytes)
  return bytes
}

type Library = Pick<FetchParameters, 'release' | 'deltas'>

const lists = {
  layers: new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly MissingImage[]>>(),
  deltas: new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly MissingImage[]>>(),
}

const NO_RELEASE: ReleasePlan = { id: 0, fleetId: 0, commit: '', version: '', services: [] }

/** The images of release `to` that a device running `from` does not have. */
export function imagesToFetch(
  { release, deltas }: Library,
  from: number | null,
  to: number | null,
): readonly MissingImage[] {
  if (to === null) return []
  const target = release(to)
  const present = from === null ? NO_RELEASE : release(from)
  // Depends only on the two releases and is needed often, so it is cached by release.
  const known = lists[deltas ? 'deltas' : 'layers']
  const list = known.get(target)?.get(present) ?? compare(target, present, deltas)
  const row = known.get(target) ?? new WeakMap<ReleasePlan, readonly MissingImage[]>()
  known.set(target, row.set(present, list))
  return list
}

function compare(target: ReleasePlan, present: ReleasePlan, deltas: boolean): readonly MissingImage[] {
  const missing = target.services.filter((it) => !present.services.some((old) => old.imageId === it.imageId))
  const layers = new Set<number>()
  for (const old of present.services) {
    // Its image is deleted before the download, so nothing can be reused.
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

/** The platform creates the deltas of a release after its build; how fast, in bytes of the images per ms. */
const DELTA_BYTES_PER_MS = 1500
const FIRST_DELTA_MS = 45_000

/** When the deltas that a device needs are there; -Infinity for always. */
export function deltasReadyAt(
  { from, releaseId }: Pick<Fetching, 'from' | 'releaseId'>,
  parameters: Library,
): Instant {
  const needed = imagesToFetch(parameters, from, releaseId).filter((it) => it.isDelta)
  const { availableAt } = releaseId === null ? NO_RELEASE : parameters.release(releaseId)
  if (needed.length === 0 || availableAt === undefined) return -Infinity
  const bytes = needed.reduce((sum, { imageSize }) => sum + imageSize, 0)
  return Math.ceil(availableAt + FIRST_DELTA_MS + bytes / DELTA_BYTES_PER_MS)
}

/** Layers of an earlier image in the list are available to the next ones. */
function missingBytes({ layers, imageSize }: ServicePlan, present: Set<number>): number {
  if (!layers) return imageSize
  let bytes = 0
  for (const layer of layers) {
    if (!present.has(layer.id)) bytes += layer.bytes
    present.add(layer.id)
  }
  // The manifest is always downloaded.
  return Math.max(2000, bytes)
}

/**
 * Images are downloaded in parallel and share the bandwidth equally, so small ones finish first. Returns the
 * milliseconds until each unfinished image has `goal` bytes (or its size, if less), when each had `fetched` at the
 * start.
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

/** A phase of an update in which images are downloaded, or partly downloaded images wait. */
interface Fetching {
  kind: 'downloading' | 'backing-off'
  from: number | null
  releaseId: number | null
  startedAt: Instant
  /** Bytes of each unfinished image at the start of the phase. */
  fetched: number
  /** `full`: the storage is full; `unreachable`: the registry does not respond; `processing`: no deltas yet. */
  ends?: string
}

/** True for a download that receives nothing. */
export function isStalled({ kind, ends }: Pick<Fetching, 'kind' | 'ends'>): boolean {
  return kind === 'backing-off' || ends === 'full' || ends === 'unreachable' || ends === 'processing'
}

/** Bytes of each unfinished image at a time of a download. */
export function fetchedAt(phase: Fetching, at: Instant, parameters: FetchParameters): number {
  if (isStalled(phase)) return phase.fetched
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

/** Download progress of one image in percent: rounded down, and 100 only when complete. */
export function imageProgress({ bytes }: Pick<MissingImage, 'bytes'>, fetched: number): number {
  return Math.min(100, Math.floor((fetched * 100) / bytes))
}

/** When an image is complete in this phase, if the phase lasts long enough. */
export function imageCompleteAt(phase: Fetching, image: MissingImage, parameters: FetchParameters): Instant {
  const sizes = imagesToFetch(parameters, phase.from, phase.releaseId).map((it) => it.bytes)
  return phase.startedAt + Math.ceil(msToFetch(sizes, phase.fetched, image.bytes, parameters.speed))
}
