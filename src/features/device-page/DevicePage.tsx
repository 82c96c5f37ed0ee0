import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, Outlet, redirect, useParams, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { devicePages } from '@/domain/device/device-pages.ts'
import { paths } from '@/lib/paths.ts'
import { notFoundText } from '@/messages/common/not-found.ts'
import { deviceText } from '@/messages/device-page/device.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { SupportAccessNotice } from '@/widgets/access/SupportAccessNotice.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { useAwaitedStatus } from './awaited-device.ts'
import { devicePageData } from './device-page.ts'
import { deviceQuery, type Device } from './device.queries.ts'
import { DeviceNeighbours } from './DeviceNeighbours.tsx'
import { DevicePageSkeleton } from './DevicePageSkeleton.tsx'
import { useExpandedPanel } from './expanded-panel.ts'
import { RefreshProblem } from './RefreshProblem.tsx'
import { TerminalDock } from './terminal/TerminalDock.tsx'

/** Shown until the device, its fleet, its organization and the role of the user are loaded. */
export const HydrateFallback = DevicePageSkeleton

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  const device = await cache.ensureQueryData(deviceQuery(uuidOf(args.params)))
  if (device === null) {
    tellMissing()
    return redirect(paths.home())
  }
  const fleet = fleetOf(device)
  if (fleet) await cache.ensureQueryData(fleetRoleQuery(fleet.id))
  return null
}

const tellMissing = () => showToast({ tone: 'warn', key: 'missing', title: notFoundText.device })

/** The device was deleted or moved out of reach while it was shown. */
function ToFleets() {
  useEffect(() => void tellMissing(), [])
  return <Navigate to={paths.home()} replace />
}

export function Component() {
  const uuid = uuidOf(useParams())
  const { data: device, error, dataUpdatedAt, isFetching, refetch } = useSuspenseQuery(deviceQuery(uuid))
  // The terminal stays open or closed on navigation to the next device of a list.
  const [isTerminalOpen, setTerminalOpen] = useState(false)
  if (device === null) return <ToFleets />
  const problem =
    error === null ? (
      <StaleNotice query={{ isRefetchError: false, error, dataUpdatedAt, isFetching, refetch }} />
    ) : (
      <RefreshProblem
        error={error}
        since={dataUpdatedAt}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <LoadedDevice
      key={uuid}
      device={device}
      notice={problem}
      isTerminalOpen={isTerminalOpen}
      onTerminalOpen={setTerminalOpen}
    />
  )
}

interface LoadedDeviceProps {
  device: Device
  notice: ReactNode
  isTerminalOpen: boolean
  onTerminalOpen: (open: boolean) => void
}

function LoadedDevice({ device, notice, isTerminalOpen, onTerminalOpen }: LoadedDeviceProps) {
  const fleet = fleetOf(device)
  const organization = fleet?.organization[0]
  const role = useFleetRole(fleet?.id)
  const [expanded, setExpanded] = useExpandedPanel()
  useAwaitedStatus(device)
  // Nothing of a frozen organization can be opened; its page explains why.
  if (organization?.is_frozen) return <Navigate to={paths.organization(organization.id)} replace />
  if (device.is_frozen && fleet) return <ToFleet fleetId={fleet.id} />
  const crumbs = [
    ...(organization ? [{ label: organization.name, to: paths.organization(organization.id) }] : []),
    ...(fleet ? [{ label: fleet.app_name, to: paths.fleet(fleet.id) }] : []),
    { label: device.device_name },
  ]
  const page = devicePageData(device, role)
  return (
    <PageFrame
      crumbs={crumbs}
      tabs={devicePages(device.uuid, role)}
      tabsLabel={deviceText.tabs}
      tabsAside={<DeviceNeighbours uuid={device.uuid} />}
      covered={expanded === 'terminal'}
      dock={
        <>
          {expanded === 'terminal' && <h1 className="visually-hidden">{device.device_name}</h1>}
          <TerminalDock
            page={page}
            open={isTerminalOpen}
            onOpen={onTerminalOpen}
            expanded={expanded === 'terminal'}
            onExpand={(expand) => setExpanded(expand ? 'terminal' : undefined)}
            hidden={expanded === 'logs'}
          />
        </>
      }
      notice={
        <>
          {notice}
          <SupportAccessNotice
            fleetId={fleet?.id}
            until={[device.is_accessible_by_support_until__date, fleet?.is_accessible_by_support_until__date]}
          />
        </>
      }
    >
      <Outlet context={page} />
    </PageFrame>
  )
}

/** The loader has read the role, so it is available on the first render. */
function useFleetRole(fleetId: number | undefined): Role {
  const query = fleetRoleQuery(fleetId ?? 0)
  const { data: role } = useQuery(fleetId === undefined ? { ...query, queryFn: skipToken } : query)
  return roleOnDevice(role)
}

/** A frozen device is only shown in its fleet. */
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
