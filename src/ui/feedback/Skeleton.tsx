import type { CSSProperties, ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  width?: CSSProperties['width']
  /** The height of the final content. */
  height?: CSSProperties['height']
}

/** A grey placeholder with the final size. Add one `LoadingRegion` per region, which announces the loading. */
export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
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

export interface LoadingRegionProps {
  label?: string
  children: ReactNode
  className?: string
  /** The id of the content, for controls that refer to it before it is there. */
  id?: string
}

/** Announces to screen readers that its content is loading. */
export function LoadingRegion({ label = commonText.loading, children, className, id }: LoadingRegionProps) {
  return (
    <div id={id} role="status" aria-busy="true" aria-label={label} className={className}>
      {children}
    </div>
  )
}
