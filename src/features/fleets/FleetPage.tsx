import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { fleetRoleQuery } from '@/domain/access/fleet-access.ts'
import { may, type Role } from '@/domain/access/permissions.ts'
import { fleetPages } from '@/domain/fleet/fleet-pages.ts'
import { fleetQuery, organizationCrumb, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { paths } from '@/lib/paths.ts'
import { classText, fleetText } from '@/messages/fleets/fleets.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { SupportAccessNotice } from '@/widgets/access/SupportAccessNotice.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { useAddDevice } from '@/widgets/fleet/use-add-device.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

const AddDeviceDialog = lazy(() =>
  offers('imageDownload')
    ? import('./add-device/AddDeviceDialog.tsx').then((loaded) => ({ default: loaded.AddDeviceDialog }))
    : import('./add-device/JoinDialog.tsx').then((loaded) => ({ default: loaded.JoinDialog })),
)

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  void cacheOf(args).prefetchQuery(fleetRoleQuery(id))
  return { id }
}

/** The layout of a fleet, app or block page: breadcrumbs and tabs. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet, error } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useQuery(fleetRoleQuery(id))
  if (isApiError(error, 'not-found')) return <Gone />

  const organization = fleet.organization[0]
  // Nothing of a frozen organization can be opened; its page explains why.
  if (organization.is_frozen) return <Navigate to={paths.organization(organization.id)} replace />
  return (
    <PageFrame
      crumbs={crumbsOf(fleet)}
      tabs={fleetPages(fleet, role ?? 'member')}
      tabsLabel={fleetText.tabs}
      notice={<SupportAccessNotice fleetId={id} until={[fleet.is_accessible_by_support_until__date]} />}
      flush
    >
      <Outlet />
      {role && <AddDevice fleet={fleet} role={role} />}
    </PageFrame>
  )
}

/** The dialog to add a device, which opens over any tab of the fleet. */
function AddDevice({ fleet, role }: { fleet: Fleet; role: Role }) {
  const { isOpen, close } = useAddDevice()
  if (!isOpen || fleet.is_of__class !== 'fleet' || !may(role, 'resin.device.create')) return null
  return (
    <Suspense fallback={null}>
      <AddDeviceDialog fleet={fleet} role={role} onClose={close} />
    </Suspense>
  )
}

/** Shown if the fleet was deleted while its page was open. */
function Gone() {
  useEffect(() => {
    showToast({ tone: 'warn', key: 'fleet-not-found', title: fleetText.gone })
  }, [])
  return <Navigate to={paths.fleets()} replace />
}

function crumbsOf(fleet: Fleet) {
  return [
    organizationCrumb(fleet),
    { label: classText[fleet.is_of__class].title, to: paths.applications(fleet.is_of__class) },
    { label: fleet.app_name },
  ]
}
