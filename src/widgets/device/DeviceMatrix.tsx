import { memo, useMemo, useState } from 'react'
import type { AttentiveDevice } from '@/domain/device/attention.queries.ts'
import { deviceStatusShape, deviceStatusTone, shownStatus } from '@/domain/device/device-status.ts'
import {
  breakdownParts,
  countsByStatus,
  statusLabel,
  totalDevices,
  type StatusCounts,
} from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import { shortStatusWithinText, statusWithinText } from '@/messages/device-list/statuses.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { shapeOf } from '@/ui/feedback/tone.ts'
import { Matrix, type MatrixItem } from '@/ui/matrix/Matrix.tsx'
import { CELL_ORDER, useDeviceOrder, type MatrixDevice } from './device-order.ts'
import type { StatusAddress } from './status-address.ts'
import styles from './DeviceMatrix.module.css'

function itemOf(device: MatrixDevice, marked: boolean): MatrixItem {
  const status = shownStatus(device)
  return {
    group: status,
    marked,
    label: () => matrixText.device(device.device_name, statusLabel[status], marked),
    to: paths.device(device.uuid),
  }
}

export interface DeviceMatrixProps {
  /** The accessible name: whose devices. */
  label: string
  counts: StatusCounts
  /** The same devices, if they were read. */
  devices?: readonly MatrixDevice[] | undefined
  /** They are in the order of their cells; otherwise they are sorted, and keep their places from then on. */
  placed?: boolean
  /** Those that need attention, if they are known and `devices` does not tell. */
  attention?: readonly AttentiveDevice[] | undefined
  /** The URL of the devices with a status. */
  hrefOf: StatusAddress
  /** In px. */
  height: number
  /** Side of the largest cells, in px. */
  largest?: number
  words?: 'full' | 'short'
  /** The counts stand nearby. */
  withoutNumbers?: boolean
}

/**
 * All devices as a field of cells with the colour and icon of their status: each device, or an equal number of devices of
 * the same status. Below it the counts that are not zero, and how many devices a cell is, if it is not one.
 */
export const DeviceMatrix = memo(function DeviceMatrix({
  label,
  counts,
  devices,
  placed = false,
  attention,
  hrefOf,
  height,
  largest,
  words,
  withoutNumbers,
}: DeviceMatrixProps) {
  const [perCell, setPerCell] = useState(1)
  const { devices: ordered } = useDeviceOrder(placed ? undefined : devices)
  const places = placed ? devices : ordered
  const attentive = useMemo(
    () => attention ?? places?.filter(({ needsAttention }) => needsAttention === true) ?? [],
    [attention, places],
  )
  const groups = useMemo(() => {
    const marked = countsByStatus(attentive)
    return CELL_ORDER.map((status) => {
      const [count, unwell] = [counts[status], Math.min(marked[status], counts[status])]
      return {
        key: status,
        label: matrixText.group(statusLabel[status], formatNumber(count), count),
        count,
        tone: deviceStatusTone[status],
        shape: deviceStatusShape[status] ?? shapeOf[deviceStatusTone[status]],
        to: hrefOf(status),
        ...(unwell > 0 && {
          marked: {
            count: unwell,
            label: matrixText.markedGroup(statusLabel[status], formatNumber(unwell), unwell),
            to: hrefOf(status, true),
          },
        }),
      }
    })
  }, [attentive, counts, hrefOf])
  const itemAt = useMemo(() => {
    // Of more devices than cells, none is asked for.
    let marked: ReadonlySet<string> | undefined
    return (index: number) => {
      const device = places?.[index]
      marked ??= new Set(attentive.map(({ uuid }) => uuid))
      return device && itemOf(device, marked.has(device.uuid))
    }
  }, [places, attentive])
  const within = words === 'short' ? shortStatusWithinText : statusWithinText
  const shown = withoutNumbers ? [] : breakdownParts(counts).filter(({ value }) => value > 0)
  return (
    <div className={styles.matrix}>
      <Matrix
        label={label}
        groups={groups}
        itemAt={places?.length === totalDevices(counts) ? itemAt : undefined}
        height={height}
        largest={largest}
        onPerCell={setPerCell}
      />
      {(shown.length > 0 || perCell > 1) && (
        <ul className={styles.numbers}>
          {shown.map(({ key, value, tone }) => (
            <li key={key} className={styles.number}>
              <StatusMark tone={tone} shape={deviceStatusShape[key]} />
              <b>{formatNumber(value)}</b> {within[key]}
            </li>
          ))}
          {perCell > 1 && (
            <li className={styles.note} title={matrixText.perCellHint}>
              {matrixText.perCell(formatNumber(perCell))}
            </li>
          )}
        </ul>
      )}
    </div>
  )
})
