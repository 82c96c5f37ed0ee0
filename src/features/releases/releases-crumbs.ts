import { organizationCrumb, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { paths } from '@/lib/paths.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { releasesText } from '@/messages/releases/releases.ts'

/** Breadcrumbs to the releases of a fleet. */
export const releasesCrumbs = (fleet: Fleet) => {
  const { id, app_name, is_of__class } = fleet
  return [
    organizationCrumb(fleet),
    { label: classText[is_of__class].title, to: paths.applications(is_of__class) },
    { label: app_name, to: paths.application(id, is_of__class) },
    { label: releasesText.title, to: paths.releases(id, is_of__class) },
  ]
}
