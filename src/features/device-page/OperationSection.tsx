import { IconExternalLink } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { OperationName } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { sectionText } from '@/messages/device-page/device-settings.ts'
import styles from './OperationSection.module.css'

interface Described {
  /** The operation whose documentation is linked. */
  name: OperationName
  docs?: undefined
}

interface Linked {
  name?: undefined
  /** The documentation, for sections without an operation. */
  docs: string
}

export type OperationSectionProps = (Described | Linked) & {
  title: string
  blurb: ReactNode
  /** The button or switch, on the right if there is room. */
  control?: ReactNode
  /** Content below: a form, a list, a command. */
  children?: ReactNode
}

/** A section for one action: title, description, documentation link and control. */
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
