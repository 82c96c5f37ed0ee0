import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { QueryErrorBanner, type QueryErrorBannerProps } from '@/widgets/query-states/QueryErrorBanner.tsx'
import styles from './CheckList.module.css'

export interface CheckListProps {
  label: string
  choices: readonly { id: number; name: string }[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** A scrollable list of checkboxes. */
export function CheckList({ label, choices, chosen, onChange }: CheckListProps) {
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.has(id)}
          onChange={(on) => {
            const next = new Set(chosen)
            if (on) next.add(id)
            else next.delete(id)
            onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}

export interface QueryCheckListProps extends QueryErrorBannerProps, Omit<CheckListProps, 'choices'> {
  /** Undefined while they are not known. */
  choices: CheckListProps['choices'] | undefined
  /** Shown if there are no choices. */
  none: string
}

/** A choice among the results of a query, with a placeholder while loading and the error if it fails. */
export function QueryCheckList({ query, failed, choices, none, ...list }: QueryCheckListProps) {
  return (
    <>
      {choices === undefined && !query.isError && <Skeleton height={64} />}
      <QueryErrorBanner query={query} failed={failed} />
      {choices?.length === 0 && <p>{none}</p>}
      {choices && choices.length > 0 && <CheckList {...list} choices={choices} />}
    </>
  )
}
