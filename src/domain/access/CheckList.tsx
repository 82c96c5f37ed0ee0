import { Checkbox } from '@/ui/form/Checkbox.tsx'
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
