import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import { may } from '@/domain/access/permissions.ts'
import { devicePages } from '@/domain/device/device-pages.ts'
import { numericId } from '@/domain/fleet/fleet-class.ts'
import { fleetPages, type PageOf } from '@/domain/fleet/fleet-pages.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { organizationPages } from '@/domain/organization/organization-pages.ts'
import { organizationQuery } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'
import { paletteText } from '@/messages/app/palette.ts'
import { addDeviceText } from '@/messages/fleets/fleet-add-device.ts'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'
import { devicePlaceQuery } from './palette.queries.ts'

/** The pages of the current device, fleet (app, block) and organization. */
const withItsParts = (page: PageOf): readonly PageOf[] => [page, ...(page.parts?.slice(1) ?? [])]

export function usePlaceGroups(): readonly PaletteGroup[] {
  const navigate = useNavigate()
  const { uuid, fleetId: shown, organizationId } = usePlace()
  const [withApps] = useStored(showAppsPreference)
  const { data: organization } = useQuery({
    ...organizationQuery(organizationId ?? 0),
    enabled: organizationId !== undefined,
  })
  const { data: device } = useQuery(devicePlaceQuery(uuid))
  const fleetId = shown ?? device?.belongs_to__application[0]?.id
  const { data: fleet } = useQuery({ ...fleetQuery(fleetId ?? 0), enabled: fleetId !== undefined })
  const { data: role } = useQuery({ ...fleetRoleQuery(fleetId ?? 0), enabled: fleetId !== undefined })
  const entry = (name: string, { to, label }: PageOf): PaletteEntry => ({
    id: `here-${to}`,
    kind: 'page',
    label,
    detail: name,
    keywords: name,
    choose: () => void navigate(to),
  })
  const held = role ?? 'member'
  const mayAdd = fleet?.is_of__class === 'fleet' && may(held, 'resin.device.create')
  return [
    ...(device
      ? [
          {
            title: paletteText.pagesOf(device.device_name),
            entries: devicePages(device.uuid, roleOnDevice(role))
              .flatMap(withItsParts)
              .map((page) => entry(device.device_name, page)),
          },
        ]
      : []),
    ...(fleet
      ? [
          {
            title: paletteText.pagesOf(fleet.app_name),
            entries: [
              ...fleetPages(fleet, held).flatMap(withItsParts),
              ...(mayAdd ? [{ to: paths.addDevice(fleet.id), label: addDeviceText.open }] : []),
            ].map((page) => entry(fleet.app_name, page)),
          },
        ]
      : []),
    ...(organization
      ? [
          {
            title: paletteText.pagesOf(organization.name),
            entries: organizationPages({ organization, part: undefined }, withApps).map((page) =>
              entry(organization.name, page),
            ),
          },
        ]
      : []),
  ]
}

/** The device, fleet or organization in the URL. */
function usePlace() {
  const { pathname } = useLocation()
  const uuid = matchPath('/devices/:uuid/*', pathname)?.params.uuid
  const found = matchPath('/:list/:id/*', pathname)?.params
  const isFleet = ['fleets', 'apps', 'blocks'].some((list) => list === found?.list)
  return {
    uuid: uuid !== undefined && /^[0-9a-f]+$/.test(uuid) ? uuid : undefined,
    fleetId: isFleet ? numericId(found?.id) : undefined,
    organizationId: found?.list === 'orgs' ? numericId(found.id) : undefined,
  }
}
