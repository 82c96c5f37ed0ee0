import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Navigate, Outlet, redirect, useParams, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery } from '@/domain/fleet-access.ts'
import { may } from '@/domain/permissions.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { paths } from '@/lib/paths.ts'
import { deviceText } from '@/messages/device.ts'
import { historyText } from '@/messages/device-history.ts'
import { diagnosticsText } from '@/messages/diagnostics.ts'
import { actionsPageText, locationText, settingsText } from '@/messages/device-settings.ts'
import { configText, variablesText } from '@/messages/variables.ts'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { showToast } from '@/ui/toasts.ts'
import { devicePageData } from './device-page.ts'
import { deviceQuery, type Device } from './device.queries.ts'
import { DeviceNeighbours } from './DeviceNeighbours.tsx'
import { DevicePageSkeleton } from './DevicePageSkeleton.tsx'
import { FrozenOrganization } from './FrozenOrganization.tsx'
import { RefreshProblem } from './RefreshProblem.tsx'

/** Shown until the device, its fleet, its organization and the person's role are there. */
export const HydrateFallback = DevicePageSkeleton

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  const device = await cache.ensureQueryData(deviceQuery(uuidOf(args.params)))
  if (device === null) return redirect(paths.home())
  const fleet = fleetOf(device)
  if (fleet) await cache.ensureQueryData(fleetRoleQuery(fleet.id))
  return null
}

export function Component() {
  const uuid = uuidOf(useParams())
  const { data: device, error, dataUpdatedAt, isFetching, refetch } = useSuspenseQuery(deviceQuery(uuid))
  if (device === null) return <Navigate to={paths.home()} replace />
  const problem = error !== null && (
    <RefreshProblem
      error={error}
      since={dataUpdatedAt}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
  return <LoadedDevice key={uuid} device={device} notice={problem} />
}

function LoadedDevice({ device, notice }: { device: Device; notice: ReactNode }) {
  const fleet = fleetOf(device)
  const organization = fleet?.organization[0]
  const maySeeDiagnostics = useMaySeeDiagnostics(fleet?.id)
  if (organization?.is_frozen) return <FrozenOrganization name={organization.name} />
  if (device.is_frozen && fleet) return <ToFleet fleetId={fleet.id} />
  const tabs = [
    { to: paths.device(device.uuid), label: deviceText.summary, end: true },
    { to: paths.deviceActions(device.uuid), label: actionsPageText.tab },
    { to: paths.deviceSettings(device.uuid), label: settingsText.tab },
    { to: paths.deviceLocation(device.uuid), label: locationText.tab },
    { to: paths.deviceConfiguration(device.uuid), label: configText.tab },
    { to: paths.deviceVariables(device.uuid), label: variablesText.tab },
    ...(maySeeDiagnostics ? [{ to: paths.deviceDiagnostics(device.uuid), label: diagnosticsText.tab }] : []),
    { to: paths.deviceHistory(device.uuid), label: historyText.tab },
  ]
  const crumbs = [
    ...(organization ? [{ label: organization.name, to: paths.fleets() }] : []),
    ...(fleet ? [{ label: fleet.app_name, to: paths.fleet(fleet.id) }] : []),
    { label: device.device_name },
  ]
  return (
    <PageFrame
      crumbs={crumbs}
      tabs={tabs}
      tabsLabel={deviceText.tabs}
      tabsAside={<DeviceNeighbours uuid={device.uuid} />}
      notice={notice}
    >
      {fleet ? (
        <WithRole device={device} fleetId={fleet.id} />
      ) : (
        <Outlet context={devicePageData(device, 'member')} />
      )}
    </PageFrame>
  )
}

function WithRole({ device, fleetId }: { device: Device; fleetId: number }) {
  const { data: role } = useSuspenseQuery(fleetRoleQuery(fleetId))
  return <Outlet context={devicePageData(device, role ?? 'member')} />
}

/** The loader has read the role, so this is known from the first moment on. */
function useMaySeeDiagnostics(fleetId: number | undefined): boolean {
  const query = fleetRoleQuery(fleetId ?? 0)
  const { data: role } = useQuery(fleetId === undefined ? { ...query, queryFn: skipToken } : query)
  return may(role ?? 'member', 'resin.device.access_diagnostics')
}

/** A frozen device is shown as part of its fleet only (spec 2 §2). */
function ToFleet({ fleetId }: { fleetId: number }) {
  useEffect(() => {
    showToast({ tone: 'warn', title: deviceText.frozen, key: 'device-frozen' })
  }, [])
  return <Navigate to={paths.fleet(fleetId)} replace />
}

function fleetOf(device: Device) {
  return device.belongs_to__application[0]
}

function uuidOf({ deviceUuid }: { deviceUuid?: string }): string {
  if (deviceUuid === undefined) throw new Error("No route param ':deviceUuid'")
  return deviceUuid
}
