import type { ReactNode } from 'react'
import { lineDiff } from '@/lib/line-diff.ts'
import { compareText } from '@/messages/common/compare.ts'
import { PlainTable } from './PlainTable.tsx'
import styles from './Comparison.module.css'

/** A field of two things; null if one does not have it. */
export interface ComparedRow {
  name: string
  before: string | null
  after: string | null
}

const isDifferent = ({ before, after }: ComparedRow): boolean => before !== after

export interface ComparisonTableProps {
  /** Accessible name. */
  label: string
  /** The names of the two things. */
  names: readonly [string, string]
  /** The column headers, if they are more than the names. */
  heads?: readonly [ReactNode, ReactNode]
  rows: readonly ComparedRow[]
}

/** A table of two things by field; differences are marked. */
export function ComparisonTable({ label, names, heads = names, rows }: ComparisonTableProps) {
  return (
    <PlainTable label={label} stacks>
      <thead>
        <tr>
          <th scope="col" className={styles.field}>
            {compareText.field}
          </th>
          <th scope="col" className={styles.column}>
            {heads[0]}
          </th>
          <th scope="col" className={styles.column}>
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} data-differs={isDifferent(row) || undefined} className={styles.row}>
            <th scope="row" className={styles.name}>
              {isDifferent(row) && <span className="visually-hidden">{compareText.differs}</span>}
              {row.name}
            </th>
            <td className={styles.value} data-wide={true} data-label={names[0]}>
              {shown(row.before)}
            </td>
            <td className={styles.value} data-wide={true} data-label={names[1]}>
              {shown(row.after)}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

const shown = (value: string | null) =>
  value === null ? compareText.none : value === '' ? compareText.empty : value

export interface ComparedLinesProps {
  /** The title of the texts. */
  title: string
  before: string
  after: string
  isShort: boolean
}

/** A line-by-line comparison of two texts. */
export function ComparedLines({ title, before, after, isShort }: ComparedLinesProps) {
  const lines = lineDiff(before, after)
  const listed = isShort ? lines.filter(({ kind }) => kind !== 'same') : lines
  if (listed.length === 0) return <p className={styles.same}>{compareText.same}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={styles.lines} role="region" aria-label={compareText.lines(title)} tabIndex={0}>
      {listed.map(({ kind, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else, and keep their order
        <span key={at} className={styles.line} data-kind={kind}>
          <span className="visually-hidden">{compareText.signs[kind]}</span>
          {text}
        </span>
      ))}
    </div>
  )
}
