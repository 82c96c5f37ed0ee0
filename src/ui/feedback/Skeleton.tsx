import type { CSSProperties, ReactNode } from 'react'
import { commonText } from '@/messages/common.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  width?: CSSProperties['width']
  /** The height of the final content. */
  height?: CSSProperties['height']
  round?: boolean
}

/** A grey placeholder with the final size. Add one `LoadingRegion` per region, which announces the loading. */
export function Skeleton({ width = '100%', height = 14, round }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
      aria-hidden="true"
    />
  )
}

/** Placeholder for lines of text. */
export function SkeletonLines({ lines, height = 14 }: { lines: number; height?: number }) {
  return (
    <span className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} width={line === lines - 1 && lines > 1 ? '62%' : '100%'} />
      ))}
    </span>
  )
}

/** Placeholder for rows of a table. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_unused, column) => (
        <td key={column}>
          <Skeleton width={`${52 + ((row * 7 + column * 13) % 5) * 9}%`} height={12} />
        </td>
      ))}
    </tr>
  ))
}

/** Announces that its skeletons are loading. */
export function LoadingRegion({
  label = commonText.loading,
  children,
  className,
}: {
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={className}>
      {children}
    </div>
  )
}
