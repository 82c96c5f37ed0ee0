import { UPDATE_STRATEGIES } from '../../simulator/definition/world-definition.ts'
import type { ServicePlan, UpdateStrategy } from '../../simulator/definition/world-definition.ts'
import { isJsonObject } from '../http/request-context.ts'
import type { Store } from '../store/store.ts'

/** Bytes of an image without a known size. */
const DEFAULT_IMAGE_SIZE = 80 * 1_048_576

/** Guesses the kind of a service from its name. */
export function serviceKind(name: string): ServicePlan['kind'] {
  if (/sensor|probe|gauge/.test(name)) return 'sensor'
  if (/uplink|mqtt|gateway/.test(name)) return 'uplink'
  if (/dashboard|display|kiosk|web/.test(name)) return 'dashboard'
  if (/watchdog/.test(name)) return 'watchdog'
  if (/cam|capture/.test(name)) return 'camera'
  return /sql|redis|database|db/.test(name) ? 'database' : 'worker'
}

const STRATEGY_LABEL = 'io.balena.update.strategy'

/** The update strategy of a service, from a label of its image or in the compose file (docs/platform/device-protocol.md). */
function strategyOf(
  store: Store,
  release: number,
  service: string,
  join: number,
): { strategy?: UpdateStrategy } {
  const labels = store.rows('image_label')
  const row = Array.from(labels.find('release_image', join) ?? []).find(
    (handle) => labels.row(handle).label_name === STRATEGY_LABEL,
  )
  const value =
    row === undefined ? composePart(store, release, service, 'labels')[STRATEGY_LABEL] : labels.row(row).value
  const strategy = UPDATE_STRATEGIES.find((one) => one === value)
  return strategy === undefined ? {} : { strategy }
}

/** A section of a service in the compose file, which can be an object or a list of `name=value`. */
function composePart(
  store: Store,
  release: number,
  service: string,
  part: 'labels' | 'environment',
): Record<string, string> {
  const composition = store.rows('release').row(release).composition
  const services = isJsonObject(composition) ? composition['services'] : undefined
  const described = isJsonObject(services) ? services[service] : undefined
  const values = isJsonObject(described) ? described[part] : undefined
  const pairs = Array.isArray(values)
    ? (values as unknown[]).map((it) => {
        const [name = '', ...rest] = String(it).split('=')
        return [name, rest.join('=')] as const
      })
    : Object.entries(isJsonObject(values) ? values : {}).map(
        ([name, value]) => [name, String(value ?? '')] as const,
      )
  return Object.fromEntries(pairs)
}

/** A service whose log was defined keeps it in later releases; others are guessed from their name. */
function natureOf(
  store: Store,
  release: number,
  serviceId: number,
  name: string,
): Pick<ServicePlan, 'kind' | 'log'> {
  const releases = store.rows('release')
  const siblings = releases.find('belongs_to__application', releases.row(release).belongs_to__application)
  for (const sibling of Array.from(siblings ?? [])) {
    const plan = store.world.release(sibling)?.services.find((one) => one.serviceId === serviceId)
    if (plan?.log !== undefined) return { kind: plan.kind, log: plan.log }
  }
  return { kind: serviceKind(name) }
}

/** Size of a delta relative to its image. */
const DELTA_SHARE = 0.15

/** The delta of an image to that of the release which the fleet runs; the platform creates it after the build. */
function deltaFrom(
  store: Store,
  fleet: number,
  serviceId: number,
  imageId: number,
  size: number | string | null,
): Pick<ServicePlan, 'deltas'> {
  const target = store.rows('application').row(fleet).should_be_running__release
  if (typeof size !== 'number' || target === null) return {}
  const joins = store.rows('release_image')
  const images = store.rows('image')
  const before = Array.from(joins.find('is_part_of__release', target) ?? [])
    .map((join) => joins.row(join).image)
    .find((image) => images.row(image).is_a_build_of__service === serviceId)
  if (before === undefined || before === imageId) return {}
  return { deltas: [{ fromImageId: before, bytes: Math.round(size * DELTA_SHARE) }] }
}

/** Adds a release to the simulated world, before the first device may have to run it. */
export function registerRelease(store: Store, release: number): void {
  if (store.registered.releases.has(release)) return
  const row = store.rows('release').row(release)
  const joins = store.rows('release_image')
  const services: ServicePlan[] = []
  const builtAt = row.end_timestamp
  for (const join of Array.from(joins.find('is_part_of__release', release) ?? [])) {
    const imageId = joins.row(join).image
    const image = store.rows('image').row(imageId)
    const serviceId = image.is_a_build_of__service
    const name = store.rows('service').reader('service_name')(serviceId)
    const size = image.image_size
    services.push({
      serviceId,
      name,
      ...natureOf(store, release, serviceId, name),
      imageId,
      imageSize: typeof size === 'number' ? size : DEFAULT_IMAGE_SIZE,
      environment: composePart(store, release, name, 'environment'),
      labels: composePart(store, release, name, 'labels'),
      ...strategyOf(store, release, name, join),
      ...deltaFrom(store, row.belongs_to__application, serviceId, imageId, size),
    })
  }
  store.world.addRelease({
    id: release,
    fleetId: row.belongs_to__application,
    commit: row.commit,
    version: store.rows('release').reader('raw_version')(release),
    services,
    ...(builtAt === null ? {} : { availableAt: builtAt }),
  })
  store.registered.releases.add(release)
}

/** Sets the target of a fleet, which updates all devices without a pin. */
export function setFleetTarget(store: Store, fleet: number, release: number | null): void {
  const applications = store.rows('application')
  const isSimulated = store.registered.fleets.has(fleet)
  // Before the row changes: deltas start from the former target.
  if (isSimulated && release !== null) registerRelease(store, release)
  if (applications.reader('should_be_running__release')(fleet) !== release) {
    applications.update(fleet, { should_be_running__release: release })
  }
  if (!isSimulated) return
  store.world.setFleetTarget(fleet, release)
  store.changed()
}

/** The newest release that a fleet can track; null when there is none (docs/platform/derived-values.md). */
export function latestTrackable(store: Store, fleet: number): number | null {
  const releases = store.rows('release')
  let best: number | null = null
  let bestAt = -Infinity
  for (const id of Array.from(releases.find('belongs_to__application', fleet) ?? [])) {
    const row = releases.row(id)
    const isTrackable =
      row.status === 'success' &&
      typeof row.revision === 'number' &&
      row.is_invalidated !== true &&
      row.is_passing_tests !== false
    const at = row.start_timestamp
    // For equal times, the platform uses the release that it received first.
    if (!isTrackable || at <= bestAt) continue
    best = id
    bestAt = at
  }
  return best
}

/** Sets the target of a fleet that tracks the latest release; an invalidated target is replaced by the previous one. */
export function retarget(store: Store, fleet: number): void {
  const row = store.rows('application').row(fleet)
  if (row.should_track_latest_release === true) setFleetTarget(store, fleet, latestTrackable(store, fleet))
}
