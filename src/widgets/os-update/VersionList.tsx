import { useId, type ReactNode } from 'react'
import { Tag } from '@/ui/display/Tag.tsx'
import styles from './UpdateChoice.module.css'

export interface VersionChoice {
  version: string
  /** Why it cannot be selected; undefined when it can. */
  reason: string | undefined
  /** Badges, each with a tooltip. */
  marks: readonly { text: string; title?: string | undefined }[]
}

export interface VersionListProps {
  label: string
  choices: readonly VersionChoice[]
  chosen: string | null
  onChoose: (version: string) => void
  /** Shown when there are no versions. */
  empty: ReactNode
}

/** A list of versions, newest first. Versions that cannot be selected are disabled with the reason. */
export function VersionList({ label, choices, chosen, onChoose, empty }: VersionListProps) {
  const name = useId()
  if (choices.length === 0) return <p className={styles.note}>{empty}</p>
  return (
    <ul role="radiogroup" aria-label={label} className={styles.list}>
      {choices.map(({ version, reason, marks }) => (
        <li key={version} role="presentation">
          <label className={styles.choice} data-off={reason === undefined ? undefined : true}>
            <input
              type="radio"
              name={name}
              value={version}
              checked={version === chosen}
              aria-disabled={reason === undefined ? undefined : true}
              onChange={() => reason === undefined && onChoose(version)}
            />
            <span className={styles.version}>{version}</span>
            {marks.map(({ text, title }) => (
              <Tag key={text} title={title}>
                {text}
              </Tag>
            ))}
            {reason !== undefined && <span className={styles.note}>{reason}</span>}
          </label>
        </li>
      ))}
    </ul>
  )
}
