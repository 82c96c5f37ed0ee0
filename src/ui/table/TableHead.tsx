import type { ReactNode } from 'react'

/** The name of a column; `end` aligns it at the end, for numbers and buttons. Falsy columns are skipped. */
export type ColumnName = string | { end: string } | false | undefined

export interface TableHeadProps {
  columns: readonly ColumnName[]
  className?: string | undefined
  /** Before the names: the checkbox that selects all rows. */
  children?: ReactNode
}

/** The header row of a table without sorting. */
export function TableHead({ columns, className, children }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {children}
        {columns.map((column) => {
          if (column === false || column === undefined) return null
          const [name, align] = typeof column === 'string' ? [column] : [column.end, 'end']
          return (
            <th key={name} scope="col" data-align={align}>
              {name}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
