import type { FleetHistory, FleetStatuses } from '../../openapi/generated/control.d.ts'
import { fleetHistoryOf, fleetStatusesAt } from '../../simulator/views/fleet-history.ts'
import { HttpError } from '../base/http-error.ts'
import { parseInstant } from './clock-commands.ts'
import type { ControlContext } from './control-context.ts'
import type { ControlQuery } from './control-input.ts'

const HOUR = 3_600_000
const MAX_HOURS = 168
/** Times of a history: every 15 minutes of a day, every hour of a week. */
const stepsOf = (hours: number) => (hours <= 48 ? hours * 4 : hours) + 1

const iso = (at: number): string => new Date(at).toISOString()

/** How many devices of fleets had each status over time (`control.readFleetHistory`). */
export function fleetHistoriesOf(
  { world, store, clock }: ControlContext,
  { fleet: fleets, hours = 24 }: ControlQuery<'control.readFleetHistory'>,
): FleetHistory[] {
  const from = clock.now() - hours * HOUR
  return fleets.split(',').map((id) => {
    const fleet = Number(id)
    if (!store.registered.fleets.has(fleet)) throw new HttpError(404, `There is no fleet ${fleet}`)
    const { statuses, events, every, flapping } = world.read(fleetHistoryOf, fleet, from, stepsOf(hours))
    return {
      fleet,
      from: iso(from),
      everyMs: every,
      statuses,
      flapping,
      events: events.map((event) => {
        const at = iso(event.at)
        switch (event.kind) {
          case 'target':
            return { kind: event.kind, at, release: event.releaseId }
          case 'outage':
            return {
              kind: event.kind,
              at,
              devices: event.devices,
              until: event.until === null ? null : iso(event.until),
            }
          case 'os-update':
            return { kind: event.kind, at, devices: event.devices, version: event.version }
        }
      }),
    }
  })
}

/** Devices of a response; the worst are first. */
const MAX_DEVICES = 200

/** The devices of a fleet at a time in the past (`control.readFleetStatuses`). */
export function fleetStatusesIn(
  { world, store, clock }: ControlContext,
  { fleet, at: time }: ControlQuery<'control.readFleetStatuses'>,
): FleetStatuses {
  const at = parseInstant('at', time)
  const now = clock.now()
  // The first point of a history is that old when it is read, and older when it is chosen.
  if (!(at <= now && at >= now - (MAX_HOURS + 1) * HOUR)) {
    throw new HttpError(400, `"at" must be a time of the last ${MAX_HOURS} hours`)
  }
  if (!store.registered.fleets.has(fleet)) throw new HttpError(404, `There is no fleet ${fleet}`)
  return { fleet, at: iso(at), ...world.read(fleetStatusesAt, fleet, at, MAX_DEVICES) }
}
