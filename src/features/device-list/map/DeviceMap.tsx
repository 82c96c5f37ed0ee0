import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { deviceStatusShape, deviceStatusTone } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { statusesByWorth } from '@/domain/device/status-worth.ts'
import type { Narrowing } from '@/features/device-list/data/device-list-state.ts'
import { isSelected, type Selectable, type Selection } from '@/features/device-list/selection/selection.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { deviceMapText } from '@/messages/device-list/device-map.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { ClusterMap } from '@/ui/map/ClusterMap.tsx'
import { placedDevicesQuery, type PlacedDevice, type PlacedDevices } from './device-map.queries.ts'
import styles from '@/features/device-list/DevicesSection.module.css'

export interface DeviceMapProps {
  fleetId: number
  narrowing: Narrowing
  /** The selection bar. It takes its height from the map, so that the page does not jump. */
  bar: ReactNode
  /** The selection is shared with the table. */
  selection: Selection
  /** Adds devices to the selection; `isAll` if they are all matches. */
  onSelect: (devices: readonly Selectable[], isAll: boolean) => void
}

const states = statusesByWorth.map((status) => ({
  label: statusLabel[status],
  tone: deviceStatusTone[status],
  shape: deviceStatusShape[status],
}))

const selectable = ({ deviceId, id }: PlacedDevice): Selectable => ({ id: deviceId, uuid: id })

/** Map of all matching devices; devices close to each other are clustered. */
export function DeviceMap({ fleetId, narrowing, bar, selection, onSelect }: DeviceMapProps) {
  const [reading, setReading] = useState<PlacedDevices>()
  const { data, error, refetch } = useQuery(placedDevicesQuery(fleetId, narrowing, setReading))
  const isChosen = useCallback(
    (device: PlacedDevice) => isSelected(selection, selectable(device)),
    [selection],
  )
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
  const known = data ?? reading
  const isEmpty = known?.placed.length === 0
  if (known === undefined || (data === undefined && isEmpty)) {
    return (
      <>
        {bar}
        <LoadingRegion label={deviceMapText.loading(formatNumber(known?.read ?? 0))}>
          <Skeleton height={460} />
        </LoadingRegion>
      </>
    )
  }
  if (isEmpty) {
    return (
      <Card>
        <EmptyState answers title={deviceMapText.none} detail={deviceMapText.noneDetail} />
      </Card>
    )
  }
  const { placed, read } = known
  const contentOf = (device: PlacedDevice) => {
    const chosen = isChosen(device)
    const words = [device.name, states[device.state]?.label, ...(chosen ? [deviceMapText.selected] : [])]
    return { label: words.join(', '), to: paths.device(device.id), isSelected: chosen }
  }
  return (
    <>
      <div className={styles.map}>
        {bar}
        <ClusterMap
          label={deviceMapText.label}
          markers={placed}
          states={states}
          contentOf={contentOf}
          isSelected={isChosen}
          onSelect={(chosen) =>
            onSelect(chosen.map(selectable), chosen.length === read && data !== undefined)
          }
          tiles={api().parties.tiles}
        />
      </div>
      <Status paced={data === undefined} className={styles.note}>
        {data === undefined
          ? deviceMapText.loading(formatNumber(read))
          : deviceMapText.placed(
              placed.length,
              formatNumber(placed.length),
              formatNumber(read - placed.length),
            )}
      </Status>
    </>
  )
}
