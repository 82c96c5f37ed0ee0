import { memo, useMemo, useState } from 'react'
import {
  deviceStatusShape,
  deviceStatusTone,
  shownStatus,
  type ShownDeviceStatus,
} from '@/domain/device/device-status.ts'
import { breakdownParts, statusLabel, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import { shortStatusWithinText, statusWithinText } from '@/messages/device-list/statuses.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { shapeOf } from '@/ui/feedback/tone.ts'
import { Matrix } from '@/ui/matrix/Matrix.tsx'
import styles from './DeviceMatrix.module.css'

/** The order of the cells: what is not well first, what is in progress next. */
const CELL_ORDER: readonly ShownDeviceStatus[] = [
  'frozen',
  'disconnected',
  'reduced-functionality',
  'inactive',
  'post-provisioning',
  'configuring',
  'updating',
  'operational',
]

/** A device that was read, and so can have a cell of its own. */
export interface MatrixDevice {
  uuid: string
  device_name: string
  overall_status: Parameters<typeof shownStatus>[0]['overall_status']
  is_frozen: boolean | null
  /** Whether it has an issue; undefined if that is not known. */
  needsAttention?: boolean
}

export interface DeviceMatrixProps {
  /** The accessible name: whose devices. */
  label: string
  counts: StatusCounts
  /** The same devices, if they were read. */
  devices?: readonly MatrixDevice[] | undefined
  /** The URL of the devices with a status. */
  hrefOf: (status: ShownDeviceStatus) => string
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
  hrefOf,
  height,
  largest,
  words,
  withoutNumbers,
}: DeviceMatrixProps) {
  const [perCell, setPerCell] = useState(1)
  const places = useStableOrder(devices)
  const groups = useMemo(
    () =>
      CELL_ORDER.map((status) => ({
        key: status,
        label: matrixText.group(statusLabel[status], formatNumber(counts[status]), counts[status]),
        count: counts[status],
        tone: deviceStatusTone[status],
        shape: deviceStatusShape[status] ?? shapeOf[deviceStatusTone[status]],
        to: hrefOf(status),
      })),
    [counts, hrefOf],
  )
  const items = useMemo(
    () =>
      places?.map((device) => {
        const status = shownStatus(device)
        const marked = device.needsAttention === true
        return {
          key: device.uuid,
          group: status,
          label: matrixText.device(device.device_name, statusLabel[status], marked),
          to: paths.device(device.uuid),
          marked,
        }
      }),
    [places],
  )
  const within = words === 'short' ? shortStatusWithinText : statusWithinText
  const shown = withoutNumbers ? [] : breakdownParts(counts).filter(({ value }) => value > 0)
  return (
    <div className={styles.matrix}>
      <Matrix
        label={label}
        groups={groups}
        items={items}
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

/**
 * The devices sorted by status when they were first read. Later a device keeps its place, so that its change is seen there;
 * new devices follow at the end.
 */
function useStableOrder(devices: readonly MatrixDevice[] | undefined): readonly MatrixDevice[] | undefined {
  const [order, setOrder] = useState<readonly string[]>([])
  const placed = useMemo(() => (devices ? inOrder(devices, order) : undefined), [devices, order])
  if (placed && placed.some(({ uuid }, index) => order[index] !== uuid)) {
    setOrder(placed.map(({ uuid }) => uuid))
  }
  return placed
}

/** The devices in an order of UUIDs, then the others by status and name. */
export function inOrder(devices: readonly MatrixDevice[], order: readonly string[]): MatrixDevice[] {
  const byUuid = new Map(devices.map((device) => [device.uuid, device]))
  const known = order.flatMap((uuid) => byUuid.get(uuid) ?? [])
  const isKnown = new Set(order)
  const rank = (device: MatrixDevice) => CELL_ORDER.indexOf(shownStatus(device))
  const added = devices
    .filter(({ uuid }) => !isKnown.has(uuid))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        Number(b.needsAttention === true) - Number(a.needsAttention === true) ||
        (a.device_name < b.device_name ? -1 : 1),
    )
  return [...known, ...added]
}
