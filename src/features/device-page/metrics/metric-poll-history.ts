interface UpdateFields {
  update_status: string | null
  last_update_status_event: string | null
}

/** A service as of one poll. */
export interface ServiceSample {
  name: string
  status: string
}

/** A service that stopped between two polls. */
interface ServiceExit {
  service: string
  at: number
}

/** History collected since the page was opened. */
export interface MetricPollHistory {
  /** Names of the services that were running at the last poll. */
  up: readonly string[]
  /** Within the last ten minutes, oldest first. */
  exits: readonly ServiceExit[]
  /** Start of the current update, if it was observed. */
  updateSince: number | null
  /** Duration of the last update that was observed from start to end. */
  lastUpdateMs: number | null
}

export const emptyMetricHistory: MetricPollHistory = {
  up: [],
  exits: [],
  updateSince: null,
  lastUpdateMs: null,
}

const EXITS_KEPT_MS = 10 * 60_000

/** Adds a poll of the device and its services. */
export function withMetricPoll(
  before: MetricPollHistory,
  device: UpdateFields,
  at: number,
  services: readonly ServiceSample[] = [],
): MetricPollHistory {
  return {
    ...watchedUpdate(before, device),
    ...watchedServices(before, services, at),
  }
}

/** Number of observed exits of a service in the last ten minutes. */
export function recentExits({ exits }: MetricPollHistory, service: string, now: number): number {
  return exits.filter((exit) => exit.service === service && now - exit.at < EXITS_KEPT_MS).length
}

function watchedServices(
  { up, exits }: MetricPollHistory,
  services: readonly ServiceSample[],
  at: number,
): Pick<MetricPollHistory, 'up' | 'exits'> {
  const isUp = ({ status }: ServiceSample) => ['running', 'idle'].includes(status.toLowerCase())
  const hasExited = ({ status }: ServiceSample) =>
    ['exited', 'dead', 'restarting'].includes(status.toLowerCase())
  const exited = services.filter((service) => hasExited(service) && up.includes(service.name))
  return {
    up: services.filter(isUp).map(({ name }) => name),
    exits: [
      ...exits.filter((exit) => at - exit.at < EXITS_KEPT_MS),
      ...exited.map(({ name }) => ({ service: name, at })),
    ],
  }
}

/**
 * The platform only stores the last change of the update status. A duration is therefore only known if the
 * `downloading` status was observed, whose event is the start of the update.
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
