import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shownPlace } from '@/domain/device/device-place.ts'
import { deviceStatusTone, shownStatus } from '@/domain/device/device-status.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { deviceMapText } from '@/messages/device-table.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { ClusterMap } from '@/ui/map/ClusterMap.tsx'
import type { MapMarker } from '@/ui/map/Pin.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import type { Narrowing } from './device-list-state.ts'
import { placedDevicesQuery, type PlacedDevice } from './device-map.queries.ts'
import styles from './DevicesSection.module.css'

export interface DeviceMapProps {
  fleetId: number
  narrowing: Narrowing
}

/** Every device that matches, where it is; those near to one another as their number. */
export function DeviceMap({ fleetId, narrowing }: DeviceMapProps) {
  const [read, setRead] = useState(0)
  const { data, error, refetch } = useQuery(placedDevicesQuery(fleetId, narrowing, setRead))
  const markers = useMemo(() => (data ?? []).flatMap(markerOf), [data])
  if (data === undefined && error) {
    return (
      <Card>
        <ErrorState
          title={deviceMapText.failed}
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (data === undefined) {
    return (
      <>
        <LoadingRegion label={deviceMapText.loading(formatNumber(read))}>
          <Skeleton height={460} />
        </LoadingRegion>
        <p className={styles.note}>{deviceMapText.loading(formatNumber(read))}</p>
      </>
    )
  }
  if (markers.length === 0) {
    return (
      <Card>
        <EmptyState title={deviceMapText.none} detail={deviceMapText.noneDetail} />
      </Card>
    )
  }
  return (
    <>
      <ClusterMap label={deviceMapText.label} markers={markers} />
      <p className={styles.note} role="status">
        {deviceMapText.placed(
          markers.length,
          formatNumber(markers.length),
          formatNumber(data.length - markers.length),
        )}
      </p>
    </>
  )
}

function markerOf(device: PlacedDevice): MapMarker[] {
  const place = shownPlace(device)
  if (place === null) return []
  const status = shownStatus(device)
  return [
    {
      id: device.uuid,
      label: `${device.device_name}, ${statusLabel[status]}`,
      to: paths.device(device.uuid),
      tone: deviceStatusTone[status],
      latitude: place.latitude,
      longitude: place.longitude,
    },
  ]
}
