import type { ReactNode } from 'react'

/** The name of a column; `end`: of figures or buttons, at the end of their cells. What is not there is left out. */
export type ColumnName = string | { end: string } | false | undefined

export interface TableHeadProps {
  columns: readonly ColumnName[]
  className?: string | undefined
  /** Before the names: the box that chooses all rows. */
  children?: ReactNode
}

/** The header row of a table whose columns cannot be sorted by. */
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
