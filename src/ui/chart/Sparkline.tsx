import type { Tone } from '../feedback/tone.ts'
import styles from './Sparkline.module.css'

export interface SparklineProps {
  /** Oldest first. */
  points: readonly number[]
  /** What it shows, with its figures in words. */
  label: string
  tone: Tone
  /** The scale; that of the points when left out. */
  min?: number
  max?: number
  width?: number
  height?: number
}

/** A small line of recent values. */
export function Sparkline({ points, label, tone, min, max, width = 120, height = 30 }: SparklineProps) {
  const line = linePath(points, {
    low: min ?? Math.min(...points),
    high: max ?? Math.max(...points),
    width,
    height,
  })
  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      {line !== '' && (
        <>
          <path className={styles.area} d={`${line} L ${width} ${height} L 0 ${height} Z`} />
          <path className={styles.line} d={line} />
        </>
      )}
    </svg>
  )
}

interface Scale {
  low: number
  high: number
  width: number
  height: number
}

/** An SVG path through the points; empty for fewer than two. A flat line runs through the middle. */
export function linePath(points: readonly number[], { low, high, width, height }: Scale): string {
  if (points.length < 2) return ''
  const range = high - low
  const inset = 1.5
  const y = (value: number) => {
    const share = range > 0 ? Math.min(1, Math.max(0, (value - low) / range)) : 0.5
    return inset + (1 - share) * (height - 2 * inset)
  }
  const step = width / (points.length - 1)
  return points
    .map((value, index) => `${index === 0 ? 'M' : 'L'} ${(index * step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join(' ')
}
