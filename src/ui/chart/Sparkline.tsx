import type { Tone } from '@/ui/feedback/tone.ts'
import { linesThrough, type ChartPoint } from './line-chart.ts'
import styles from './Sparkline.module.css'

export interface SparklineProps {
  /** Oldest first. */
  points: readonly ChartPoint[]
  /** The displayed time range, in ms since 1970. */
  from: number
  to: number
  /** A longer gap interrupts the line, in ms. */
  gap: number
  /** The values at the bottom and top. */
  bottom: number
  top: number
  /** The accessible description, with the values. */
  label: string
  tone: Tone
}

const WIDTH = 120
const HEIGHT = 30

/** A small line chart of recent values. */
export function Sparkline({ points, gap, label, tone, ...stretch }: SparklineProps) {
  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
    >
      {linesThrough(points, { ...stretch, width: WIDTH, height: HEIGHT }, gap).map((line) => (
        <path key={line} className={styles.line} d={line} />
      ))}
    </svg>
  )
}
