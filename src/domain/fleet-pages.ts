import { paths } from '../lib/paths.ts'
import { fleetKeysText } from '../messages/fleet-keys.ts'
import { memberText, teamAccessText } from '../messages/fleet-members.ts'
import { fleetSettingsText } from '../messages/fleet-settings.ts'
import { fleetText } from '../messages/fleets.ts'
import { releasesText } from '../messages/releases.ts'
import { configText, variablesText } from '../messages/variables.ts'
import type { FleetClass } from './fleet-class.ts'
import { may, type Role } from './permissions.ts'

/** One page of a thing that has several. */
export interface PageOf {
  to: string
  label: string
  /** Its address is the beginning of the others'. */
  end?: boolean
}

/**
 * The pages of a fleet, an app or a block. Only fleets have devices; apps and blocks are built, not run. Keys are for who
 * may read them (spec 2 §2).
 */
export function fleetPages(
  { id, is_of__class: of }: { id: number; is_of__class: FleetClass },
  role: Role,
): PageOf[] {
  const isFleet = of === 'fleet'
  return [
    { to: paths.application(id, of), label: fleetText.summary, end: true },
    { to: paths.releases(id, of), label: releasesText.tab },
    ...(isFleet
      ? [
          { to: paths.fleetDevices(id), label: fleetText.devices },
          { to: paths.fleetVariables(id), label: variablesText.tab },
          { to: paths.fleetConfiguration(id), label: configText.tab },
        ]
      : []),
    { to: paths.applicationMembers(id, of), label: memberText.tab },
    { to: paths.applicationTeams(id, of), label: teamAccessText.tab },
    { to: paths.applicationSettings(id, of), label: fleetSettingsText.tab },
    ...(isFleet && may(role, 'resin.api_key.read')
      ? [{ to: paths.fleetKeys(id), label: fleetKeysText.tab }]
      : []),
  ]
}
