interface UpdateFields {
  update_status: string | null
  last_update_status_event: string | null
}

/** A service as one look shows it. */
export interface ServiceLook {
  name: string
  status: string
}

/** A service that ran at one look and did not at the next. */
interface Fall {
  service: string
  at: number
}

/** What the page has watched of a device since it was opened. */
export interface MetricPollHistory {
  /** Names of the services that ran at the last look. */
  up: readonly string[]
  /** Of the last minutes, oldest first. */
  falls: readonly Fall[]
  /** When the update under way began, if the page saw it begin. */
  updateSince: number | null
  /** How long the last update took that the page saw from beginning to end. */
  lastUpdateMs: number | null
}

export const emptyMetricHistory: MetricPollHistory = {
  up: [],
  falls: [],
  updateSince: null,
  lastUpdateMs: null,
}

const FALLS_KEPT_MS = 10 * 60_000

/** Adds one look at the device and its services. */
export function withMetricPoll(
  before: MetricPollHistory,
  device: UpdateFields,
  at: number,
  services: readonly ServiceLook[] = [],
): MetricPollHistory {
  return {
    ...watchedUpdate(before, device),
    ...watchedServices(before, services, at),
  }
}

/** How often a service went down in the last ten minutes, as far as the page saw. */
export function fallsOf({ falls }: MetricPollHistory, service: string, now: number): number {
  return falls.filter((fall) => fall.service === service && now - fall.at < FALLS_KEPT_MS).length
}

function watchedServices(
  { up, falls }: MetricPollHistory,
  services: readonly ServiceLook[],
  at: number,
): Pick<MetricPollHistory, 'up' | 'falls'> {
  const isUp = ({ status }: ServiceLook) => ['running', 'idle'].includes(status.toLowerCase())
  const hasFallen = ({ status }: ServiceLook) =>
    ['exited', 'dead', 'restarting'].includes(status.toLowerCase())
  const fallen = services.filter((service) => hasFallen(service) && up.includes(service.name))
  return {
    up: services.filter(isUp).map(({ name }) => name),
    falls: [
      ...falls.filter((fall) => at - fall.at < FALLS_KEPT_MS),
      ...fallen.map(({ name }) => ({ service: name, at })),
    ],
  }
}

/**
 * The platform keeps only when the update status last changed, so a duration is known only of an update that was seen
 * while it began: in `downloading`, whose event is the update's start.
 */
function watchedUpdate(
  { updateSince, lastUpdateMs }: MetricPollHistory,
  device: UpdateFields,
): Pick<MetricPollHistory, 'updateSince' | 'lastUpdateMs'> {
  const changed = device.last_update_status_event === null ? NaN : Date.parse(device.last_update_status_event)
  switch (device.update_status) {
    case 'downloading':
      return { updateSince: updateSince ?? (Number.isNaN(changed) ? null : changed), lastUpdateMs }
    case 'downloaded':
    case 'applying changes':
      return { updateSince, lastUpdateMs }
    case 'done':
      return updateSince === null || Number.isNaN(changed)
        ? { updateSince: null, lastUpdateMs }
        : { updateSince: null, lastUpdateMs: changed - updateSince }
    default:
      return { updateSince: null, lastUpdateMs }
  }
}
