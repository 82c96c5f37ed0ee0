import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import styles from './Tag.module.css'

export interface TagProps {
  children: ReactNode
  title?: string
}

/** A small label: "Tracking latest", "env: prod". */
export function Tag({ children, title }: TagProps) {
  return (
    <span className={styles.tag} title={title}>
      {children}
    </span>
  )
}

export interface TagValue {
  key: string
  value: string
}

const written = ({ key, value }: TagValue) => (value === '' ? key : `${key}: ${value}`)

export interface TagListProps {
  tags: readonly TagValue[]
  /** Maximum number before "+n"; default: all. */
  max?: number
  /** Accessible name of the list. */
  label: string
  /** Shown when there are none. */
  empty?: ReactNode
  /** In one line; texts are truncated only if there is no room. */
  roomy?: boolean
}

export function TagList({ tags, max = tags.length, label, empty, roomy }: TagListProps) {
  if (tags.length === 0) return empty
  const rest = tags.slice(max).map(written)
  return (
    <ul className={styles.list} aria-label={label} data-roomy={roomy || undefined}>
      {tags.slice(0, max).map((tag) => (
        <li key={tag.key} className={styles.tag} title={written(tag)}>
          <span className={styles.text}>{written(tag)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={styles.tag} title={rest.join('\n')}>
          <span aria-hidden="true">{commonText.moreTags(rest.length)}</span>
          <span className="visually-hidden">{commonText.moreTagsName(rest)}</span>
        </li>
      )}
    </ul>
  )
}
