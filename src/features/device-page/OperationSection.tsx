import { IconExternalLink } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { OperationName } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { sectionText } from '@/messages/device-settings.ts'
import styles from './OperationSection.module.css'

interface Described {
  /** The operation whose documentation is linked. */
  name: OperationName
  docs?: undefined
}

interface Linked {
  name?: undefined
  /** The address of the documentation, of what is no operation of the catalogue. */
  docs: string
}

export type OperationSectionProps = (Described | Linked) & {
  title: string
  blurb: ReactNode
  /** The button or switch, at the right where there is room. */
  control?: ReactNode
  /** Below: a form, a list, a command. */
  children?: ReactNode
}

/** One thing that can be done: title, blurb, link to the documentation, and its control. */
export function OperationSection({ title, blurb, control, children, ...about }: OperationSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.words}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        <p className={styles.blurb}>{blurb}</p>
        <a
          href={about.docs ?? operations[about.name].docs}
          target="_blank"
          rel="noreferrer"
          className={styles.docs}
        >
          {sectionText.docs}
          <span className="visually-hidden"> {sectionText.docsOf(title)}</span>{' '}
          <IconExternalLink size={13} aria-hidden="true" />
        </a>
      </div>
      {control && <div className={styles.control}>{control}</div>}
      {children && <div className={styles.more}>{children}</div>}
    </section>
  )
}
