import type { ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import { shapeOf, type Shape, type Tone } from './tone.ts'
import styles from './StatusBadge.module.css'

export interface StatusBadgeProps {
  tone: Tone
  /** The text, with a value if there is one: "Updating 64 %". */
  children: ReactNode
  /** Only if the default icon of the tone would be misleading. */
  shape?: Shape | undefined
  /** Icon and text without the pill. */
  plain?: boolean
  /** A long text, which may have several lines. */
  wraps?: boolean
  /** More about the state, on hover. */
  title?: string
}

/** A state with colour, icon and text. */
export function StatusBadge({
  tone,
  children,
  shape = shapeOf[tone],
  plain,
  wraps,
  title,
}: StatusBadgeProps) {
  return (
    <span
      className={classes(styles.badge, plain && styles.plain, wraps && styles.wraps)}
      data-tone={tone}
      title={title}
    >
      {/* Called, because tables have hundreds of badges. */}
      {StatusMark({ tone, shape })}
      {children}
    </span>
  )
}

/** Only the icon, next to a text. */
export function StatusMark({ tone, shape = shapeOf[tone] }: { tone: Tone; shape?: Shape | undefined }) {
  return <span className={styles.mark} data-tone={tone} data-shape={shape} aria-hidden="true" />
}
