import { fleetClasses, type FleetClass } from '@/domain/fleet/fleet-class.ts'
import { asBoolean, createStored } from '@/lib/stored.ts'
import { useStored } from '@/ui/use-stored.ts'

/** Applications of class app are shown. */
export const showAppsPreference = createStored('display-apps', false, asBoolean)

const withoutApps = fleetClasses.filter((fleetClass) => fleetClass !== 'app')

/** The classes shown in lists, search and navigation for this user. */
export function useShownClasses(): readonly FleetClass[] {
  const [withApps] = useStored(showAppsPreference)
  return withApps ? fleetClasses : withoutApps
}
