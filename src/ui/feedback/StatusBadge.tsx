import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { shapeOf, type Shape, type Tone } from './tone.ts'
import styles from './StatusBadge.module.css'

export interface StatusBadgeProps {
  tone: Tone
  /** The word for the state, with a figure where there is one: "Updating 64 %". */
  children: ReactNode
  /** Only where the tone's own form would mislead. */
  shape?: Shape
  /** Mark and word without the pill. */
  plain?: boolean
  /** More about the state, on hover. */
  title?: string
}

/** A state by colour, form and word together. */
export function StatusBadge({ tone, children, shape = shapeOf[tone], plain, title }: StatusBadgeProps) {
  return (
    <span className={classes(styles.badge, plain && styles.plain)} data-tone={tone} title={title}>
      <StatusMark tone={tone} shape={shape} />
      {children}
    </span>
  )
}

/** The form alone, beside a word that stands elsewhere. */
export function StatusMark({ tone, shape = shapeOf[tone] }: { tone: Tone; shape?: Shape }) {
  return <span className={styles.mark} data-tone={tone} data-shape={shape} aria-hidden="true" />
}
