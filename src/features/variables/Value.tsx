import { IconArrowNarrowRight } from '@tabler/icons-react'
import { variablesText } from '@/messages/variables/variables.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import type { VariableRow } from './staged-variables.ts'
import styles from './Value.module.css'

/** A value, truncated if there is no room; the full value on hover. */
export function Value({ value }: { value: string }) {
  if (value === '') return <span className={styles.empty}>{variablesText.emptyValue}</span>
  return (
    <code className={styles.value} title={value}>
      {value}
    </code>
  )
}

const tones: Record<NonNullable<VariableRow['change']>['state'], Tone> = {
  added: 'ok',
  updated: 'info',
  deleted: 'bad',
}

/** The value set here. A staged change shows the old value struck through, and the new one. */
export function RowValue({ row: { saved, inherited, change } }: { row: VariableRow }) {
  const current = change?.value ?? (change === null ? saved?.value : undefined)
  return (
    <span className={styles.row}>
      {saved !== null && change !== null && (
        <del className={styles.old}>
          <Value value={saved.value} />
        </del>
      )}
      {saved !== null && current !== undefined && change !== null && (
        <IconArrowNarrowRight size={16} aria-hidden="true" />
      )}
      {change !== null && current !== undefined && (
        <ins className={styles.new}>
          <Value value={current} />
        </ins>
      )}
      {change === null && current !== undefined && <Value value={current} />}
      {current === undefined && inherited !== null && (
        <span className={styles.inherited}>
          <Value value={inherited.value} />
        </span>
      )}
    </span>
  )
}

/** The state of a staged change. */
export function ChangeBadge({ change }: Pick<VariableRow, 'change'>) {
  if (change === null) return null
  return (
    <StatusBadge tone={tones[change.state]} shape="square">
      {variablesText.states[change.state]}
    </StatusBadge>
  )
}
