import { IconArrowDown, IconArrowUp, IconSortAscending, IconSortDescending, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { columnsDrawerText, sortOrderText } from '@/messages/device-list/columns-drawer.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import {
  columnLabel,
  offeredSorts,
  defaultSort,
  type DeviceSort,
  type SortableColumn,
} from './device-columns.tsx'
import styles from './ColumnsDrawer.module.css'

export interface SortOrderProps {
  sort: readonly DeviceSort[]
  onSort: (sort: readonly DeviceSort[]) => void
}

/** Edits the sort columns. Does the same as Shift+click on the headers, for devices without a keyboard. */
export function SortOrder({ sort, onSort }: SortOrderProps) {
  const section = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const change = (next: readonly DeviceSort[]) => {
    onSort(next)
    const parts = next.map(({ field, direction }) => sortOrderText.part(columnLabel(field), direction))
    setSaid(sortOrderText.said(parts.join('; ')))
  }
  const isUsual = sort.length === 1 && sort[0]?.field === defaultSort[0]?.field
  const others = offeredSorts().filter((column) => sort.every(({ field }) => field !== column))
  return (
    <section ref={section} aria-label={sortOrderText.title}>
      <h3 className={styles.title}>{sortOrderText.title}</h3>
      <p className={styles.hint}>{sortOrderText.hint}</p>
      <ol className={styles.list}>
        {sort.map(({ field, direction }, at) => (
          <SortedColumn
            key={field}
            label={columnLabel(field)}
            direction={direction}
            at={at}
            last={sort.length - 1}
            cannotRemove={isUsual}
            onTurn={() => change(sort.with(at, { field, direction: direction === 'asc' ? 'desc' : 'asc' }))}
            onMove={(to) => change(sort.toSpliced(at, 1).toSpliced(to, 0, { field, direction }))}
            onRemove={() => {
              const rest = sort.toSpliced(at, 1)
              change(rest.length === 0 ? defaultSort : rest)
              // The pressed button is removed with its column.
              section.current?.querySelector('select')?.focus()
            }}
          />
        ))}
      </ol>
      <div className={styles.add}>
        <SelectField<SortableColumn | ''>
          label={sortOrderText.add}
          value=""
          options={[
            { value: '', label: sortOrderText.choose },
            ...others.map((column) => ({ value: column, label: columnLabel(column) })),
          ]}
          onChange={(field) => {
            if (field !== '') change([...sort, { field, direction: 'asc' }])
          }}
        />
      </div>
      <Status className="visually-hidden">{said}</Status>
    </section>
  )
}

interface SortedColumnProps {
  label: string
  direction: DeviceSort['direction']
  at: number
  last: number
  cannotRemove: boolean
  onTurn: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

function SortedColumn({ label, direction, at, last, cannotRemove, ...on }: SortedColumnProps) {
  const Icon = direction === 'asc' ? IconSortAscending : IconSortDescending
  const shown = sortOrderText.directions[direction]
  return (
    <li className={styles.item}>
      <span className={styles.sorted}>{label}</span>
      <Button
        size="s"
        icon={<Icon size={15} aria-hidden="true" />}
        aria-label={sortOrderText.turn(shown, label)}
        onClick={on.onTurn}
      >
        {shown}
      </Button>
      {last > 0 && (
        <>
          <IconButton
            size="s"
            label={sortOrderText.earlier(label)}
            icon={<IconArrowUp size={14} aria-hidden="true" />}
            reason={at === 0 ? columnsDrawerText.isFirst : undefined}
            onClick={() => on.onMove(at - 1)}
          />
          <IconButton
            size="s"
            label={sortOrderText.later(label)}
            icon={<IconArrowDown size={14} aria-hidden="true" />}
            reason={at === last ? columnsDrawerText.isLast : undefined}
            onClick={() => on.onMove(at + 1)}
          />
        </>
      )}
      <IconButton
        size="s"
        label={sortOrderText.remove(label)}
        icon={<IconX size={14} aria-hidden="true" />}
        reason={cannotRemove ? sortOrderText.cannotRemove : undefined}
        onClick={on.onRemove}
      />
    </li>
  )
}
