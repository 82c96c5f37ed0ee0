import type { DeviceFilter } from './device-filters.ts'

/** The devices of one fleet, or of all fleets of an organization. */
export type DeviceScope = { fleetId: number } | { organizationId: number }

/** Filter for the devices of a scope. */
export const inScope = (scope: DeviceScope): DeviceFilter =>
  'fleetId' in scope
    ? { belongs_to__application: scope.fleetId }
    : {
        belongs_to__application: {
          $any: { $alias: 'a', $expr: { a: { organization: scope.organizationId } } },
        },
      }
