import type { DeviceFilter } from './device-filters.ts'

/** The devices of one fleet, or of all fleets of an organization. */
export type DeviceScope = { fleetId: number } | { organizationId: number }

/** The devices of a scope, as the platform is asked for them. */
export const inScope = (scope: DeviceScope): DeviceFilter =>
  'fleetId' in scope
    ? { belongs_to__application: scope.fleetId }
    : {
        belongs_to__application: {
          $any: { $alias: 'a', $expr: { a: { organization: scope.organizationId } } },
        },
      }
