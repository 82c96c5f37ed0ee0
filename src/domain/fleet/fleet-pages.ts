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
  /** The pages of which it consists, itself first. */
  parts?: readonly PageOf[]
}

/** A page, called `own` among its parts, with further ones that are parts of it. */
export const withParts = (page: PageOf, own: string, ...others: readonly PageOf[]): PageOf => ({
  ...page,
  parts: [{ to: page.to, label: own, end: true }, ...others],
})

/**
 * The pages of a fleet, an app or a block. Only fleets have devices; apps and blocks are built, not run. Keys are shown
 * to users who can read them.
 */
export function fleetPages(
  { id, is_of__class: of }: { id: number; is_of__class: FleetClass },
  role: Role,
): PageOf[] {
  const isFleet = of === 'fleet'
  const releases = { to: paths.releases(id, of), label: tabText.releases }
  return [
    { to: paths.application(id, of), label: fleetText.summary, end: true },
    isFleet
      ? withParts(releases, tabText.list, { to: paths.fleetRollouts(id), label: tabText.rollouts })
      : releases,
    ...(isFleet
      ? [
          withParts(
            { to: paths.fleetDevices(id), label: fleetText.devices },
            tabText.list,
            { to: paths.fleetInsights(id), label: tabText.insights },
            { to: paths.fleetIssues(id), label: tabText.issues },
          ),
          { to: paths.fleetVariables(id), label: tabText.variables },
          { to: paths.fleetConfiguration(id), label: tabText.configuration },
        ]
      : []),
    ...(offers('fleetMembers') ? [{ to: paths.applicationMembers(id, of), label: tabText.members }] : []),
    ...(offers('teams') ? [{ to: paths.applicationTeams(id, of), label: tabText.teams }] : []),
    withParts({ to: paths.applicationSettings(id, of), label: tabText.settings }, tabText.general, {
      to: paths.applicationActivity(id, of),
      label: tabText.activity,
    }),
    ...(isFleet && may(role, 'resin.api_key.read') ? [{ to: paths.fleetKeys(id), label: tabText.keys }] : []),
  ]
}
