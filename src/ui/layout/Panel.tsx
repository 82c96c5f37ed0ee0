import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import { FoldButton } from './FoldButton.tsx'
import styles from './Panel.module.css'

export interface CardProps extends ComponentProps<'div'> {
  /** Without inner padding, for tables and terminals. */
  flush?: boolean
}

/** A surface with a thin border. */
export function Card({ flush, className, ...rest }: CardProps) {
  return <div {...rest} className={classes(styles.card, !flush && styles.padded, className)} />
}

export interface PanelProps {
  title: ReactNode
  /** At the header's right. */
  actions?: ReactNode
  /** Right after the title: tags, a count. */
  aside?: ReactNode
  children: ReactNode
  footer?: ReactNode
  flush?: boolean
  /** The panel can be folded to its header: whether it is open, and what its title does. */
  fold?: { isOpen: boolean; onToggle: () => void } | undefined
  className?: string
}

/** A named region of a page: header with title and actions, and content. */
export function Panel({ title, actions, aside, children, footer, flush, fold, className }: PanelProps) {
  const id = useId()
  const isOpen = fold?.isOpen ?? true
  return (
    <section aria-labelledby={id} className={classes(styles.card, styles.panel, className)}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {fold ? (
            <FoldButton isOpen={isOpen} onToggle={fold.onToggle}>
              {title}
            </FoldButton>
          ) : (
            title
          )}
        </h2>
        {aside}
        {actions && isOpen && <div className={styles.actions}>{actions}</div>}
      </header>
      {isOpen && <div className={classes(styles.body, !flush && styles.padded)}>{children}</div>}
      {footer && isOpen && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}

export interface FactsProps {
  /** Name and value of each fact; a fact with `wide` takes the whole row. */
  facts: readonly { label: ReactNode; value: ReactNode; wide?: boolean }[]
  /** Maximum number of columns; fewer if there is not enough space. */
  columns?: 1 | 2 | 3 | 4
}

/** Names and values in columns. */
export function Facts({ facts, columns = 4 }: FactsProps) {
  return (
    <dl className={styles.facts} data-columns={columns}>
      {facts.map(({ label, value, wide }, index) => (
        <div key={typeof label === 'string' ? label : index} className={wide ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
