import { useMemo, useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import type { Tone } from '@/ui/feedback/tone.ts'
import { shapeOf } from '@/ui/feedback/tone.ts'
import { Matrix } from '@/ui/matrix/Matrix.tsx'
import styles from './DeviceMatrix.module.css'

export interface CountsMatrixPart {
  key: string
  label: string
  count: number
  tone: Tone
  /** The address of its devices. */
  to: string
}

export interface CountsMatrixProps {
  /** The accessible name: whose devices. */
  label: string
  /** In the order of the cells. */
  parts: readonly CountsMatrixPart[]
  /** In px. */
  height: number
}

/** Devices of which only the numbers are known, as a field of cells: each is an equal number of devices of the same state. */
export function CountsMatrix({ label, parts, height }: CountsMatrixProps) {
  const [perCell, setPerCell] = useState(1)
  const groups = useMemo(
    () =>
      parts.map(({ key, label: state, count, tone, to }) => ({
        key,
        label: matrixText.group(state, formatNumber(count), count),
        count,
        tone,
        shape: shapeOf[tone],
        to,
      })),
    [parts],
  )
  const numbers = parts
    .filter(({ count }) => count > 0)
    .map(({ label: state, count }) => `${state} ${formatNumber(count)}`)
    .join(', ')
  return (
    <div className={styles.matrix}>
      <Matrix
        label={numbers === '' ? label : `${label}: ${numbers}`}
        groups={groups}
        height={height}
        onPerCell={setPerCell}
      />
      {perCell > 1 && (
        <p className={styles.note} title={matrixText.perCellHint}>
          {matrixText.perCell(formatNumber(perCell))}
        </p>
      )}
    </div>
  )
}
