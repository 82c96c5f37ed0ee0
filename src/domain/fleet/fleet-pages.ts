import { offers } from '@/api/api.ts'
import { may, type Role } from '@/domain/access/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { tabText } from '@/messages/common/tabs.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import type { FleetClass } from './fleet-class.ts'

/** A page of an object with several pages. */
export interface PageOf {
  to: string
  label: string
  /** Its path is a prefix of the others'. */
  end?: boolean
}

/**
 * The pages of a fleet, an app or a block. Only fleets have devices; apps and blocks are built, not run. Keys are shown
 * to users who can read them.
 */
export function fleetPages(
  { id, is_of__class: of }: { id: number; is_of__class: FleetClass },
  role: Role,
): PageOf[] {
  const isFleet = of === 'fleet'
  return [
    { to: paths.application(id, of), label: fleetText.summary, end: true },
    { to: paths.releases(id, of), label: tabText.releases },
    ...(isFleet
      ? [
          { to: paths.fleetDevices(id), label: fleetText.devices },
          { to: paths.fleetInsights(id), label: tabText.insights },
          { to: paths.fleetIssues(id), label: tabText.issues },
          { to: paths.fleetRollouts(id), label: tabText.rollouts },
          { to: paths.fleetVariables(id), label: tabText.variables },
          { to: paths.fleetConfiguration(id), label: tabText.configuration },
        ]
      : []),
    ...(offers('fleetMembers') ? [{ to: paths.applicationMembers(id, of), label: tabText.members }] : []),
    ...(offers('teams') ? [{ to: paths.applicationTeams(id, of), label: tabText.teams }] : []),
    { to: paths.applicationActivity(id, of), label: tabText.activity },
    { to: paths.applicationSettings(id, of), label: tabText.settings },
    ...(isFleet && may(role, 'resin.api_key.read') ? [{ to: paths.fleetKeys(id), label: tabText.keys }] : []),
  ]
}
