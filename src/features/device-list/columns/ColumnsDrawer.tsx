import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { fleetTagsQuery } from '@/features/device-list/data/devices.queries.ts'
import { densities, storedDensity } from '@/features/device-list/table/density.ts'
import { formatNumber } from '@/lib/format.ts'
import { columnsDrawerText } from '@/messages/device-list/columns-drawer.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { useCanReorder } from './column-flags.ts'
import { ColumnPresets } from './ColumnPresets.tsx'
import {
  canHide,
  columnLabel,
  offeredColumns,
  movedColumn,
  tagColumn,
  validColumns,
  withColumn,
  type DeviceColumn,
  type DeviceSort,
} from './device-columns.tsx'
import { SortOrder } from './SortOrder.tsx'
import type { TableLayout } from './table-layout.ts'
import styles from './ColumnsDrawer.module.css'

export interface ColumnsDrawerProps {
  opened: boolean
  onClose: () => void
  fleetId: number
  layout: TableLayout
  /** Undefined resets to the default layout. */
  onLayout: (layout: TableLayout | undefined) => void
  sort: readonly DeviceSort[]
  onSort: (sort: readonly DeviceSort[]) => void
}

/** Edits the columns of the table, their order, the sort order and the row height. */
export function ColumnsDrawer({
  opened,
  onClose,
  fleetId,
  layout,
  onLayout,
  sort,
  onSort,
}: ColumnsDrawerProps) {
  const [density, setDensity] = useStored(storedDensity)
  const { data: tags } = useQuery({ ...fleetTagsQuery(fleetId), enabled: opened })
  const { columns } = layout
  const show = (column: DeviceColumn, shown: boolean) =>
    onLayout({ ...layout, columns: withColumn(columns, column, shown) })
  const hidden = (all: readonly DeviceColumn[]) => all.filter((column) => !columns.includes(column))
  const tagColumns = hidden([...(tags?.keys() ?? [])].map(tagColumn))
  const moreColumns = hidden(offeredColumns())
  const keepFocus = useKeepFocus()
  return (
    <Drawer opened={opened} onClose={onClose} title={columnsDrawerText.title} side="right" width={340}>
      <div className={styles.drawer} onFocus={keepFocus}>
        <SegmentedControl
          label={devicesText.density}
          value={density}
          options={densities.map((value) => ({ value, label: devicesText.densities[value] }))}
          onChange={setDensity}
        />
        <SortOrder sort={sort} onSort={onSort} />
        <ColumnPresets layout={layout} onLayout={onLayout} />
        <div className={styles.all}>
          <Button
            size="s"
            reason={moreColumns.length + tagColumns.length === 0 ? columnsDrawerText.allShown : undefined}
            onClick={() =>
              onLayout({
                ...layout,
                columns: [
                  ...moreColumns.reduce<readonly DeviceColumn[]>(
                    (all, column) => withColumn(all, column, true),
                    columns,
                  ),
                  ...tagColumns,
                ],
              })
            }
          >
            {columnsDrawerText.showAll}
          </Button>
          <Button
            size="s"
            reason={columns.some(canHide) ? undefined : columnsDrawerText.allHidden}
            onClick={() => onLayout({ ...layout, columns: validColumns([]) })}
          >
            {columnsDrawerText.hideAll}
          </Button>
          <Button size="s" onClick={() => onLayout(undefined)}>
            {columnsDrawerText.reset}
          </Button>
        </div>
        <ShownColumns
          columns={columns}
          onMove={(column, to) => onLayout({ ...layout, columns: movedColumn(columns, column, to) })}
          onHide={(column) => show(column, false)}
        />
        <MoreColumns title={columnsDrawerText.more} columns={moreColumns} onShow={show} />
        {tags?.size === 0 ? (
          <p className={styles.hint}>{columnsDrawerText.noTags}</p>
        ) : (
          <MoreColumns title={columnsDrawerText.moreTags} columns={tagColumns} onShow={show} />
        )}
      </div>
    </Drawer>
  )
}

/** Showing or hiding a column moves its checkbox to the other list. Focuses the checkbox that takes its place. */
function useKeepFocus(): (event: FocusEvent<HTMLElement>) => void {
  const place = useRef<{ list: Element; at: number; focused: HTMLElement }>(undefined)
  useLayoutEffect(() => {
    const { current } = place
    if (current === undefined || current.focused.isConnected) return
    place.current = undefined
    const boxes = current.list.querySelectorAll<HTMLElement>('input[type="checkbox"]')
    boxes[Math.min(current.at, boxes.length - 1)]?.focus()
  })
  return ({ target }) => {
    const list = target.closest('ol, ul')
    const at = list ? [...list.querySelectorAll('input[type="checkbox"]')].indexOf(target) : -1
    place.current = list && at >= 0 ? { list, at, focused: target } : undefined
  }
}

interface ShownColumnsProps {
  columns: readonly DeviceColumn[]
  onMove: (column: DeviceColumn, to: number) => void
  onHide: (column: DeviceColumn) => void
}

function ShownColumns({ columns, onMove, onHide }: ShownColumnsProps) {
  const dragged = useRef<DeviceColumn>(undefined)
  const [said, setSaid] = useState('')
  const canMove = useCanReorder()
  const move = (column: DeviceColumn, to: number) => {
    onMove(column, to)
    setSaid(columnsDrawerText.moved(columnLabel(column), formatNumber(to + 1), formatNumber(columns.length)))
  }
  return (
    <section aria-label={columnsDrawerText.shown}>
      <h3 className={styles.title}>{columnsDrawerText.shown}</h3>
      <p className={styles.hint}>{canMove ? columnsDrawerText.hint : columnsDrawerText.hintFixed}</p>
      <ol className={styles.list}>
        {columns.map((column, at) => {
          const label = columnLabel(column)
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow buttons are the keyboard equivalent
            <li
              key={column}
              className={styles.item}
              draggable={canMove}
              onDragStart={() => (dragged.current = column)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged.current !== undefined) move(dragged.current, at)
              }}
            >
              {canMove && <IconGripVertical size={14} aria-hidden="true" className={styles.grip} />}
              <Checkbox
                label={label}
                checked
                reason={canHide(column) ? undefined : columnsDrawerText.cannotHide}
                onChange={() => onHide(column)}
              />
              {canMove && (
                <MoveArrows
                  label={label}
                  at={at}
                  last={columns.length - 1}
                  onMove={(to) => move(column, to)}
                />
              )}
            </li>
          )
        })}
      </ol>
      <Status className="visually-hidden">{said}</Status>
    </section>
  )
}

interface MoveArrowsProps {
  label: string
  at: number
  last: number
  onMove: (to: number) => void
}

function MoveArrows({ label, at, last, onMove }: MoveArrowsProps) {
  return (
    <span className={styles.arrows}>
      <IconButton
        size="s"
        label={columnsDrawerText.moveUp(label)}
        icon={<IconArrowUp size={14} aria-hidden="true" />}
        reason={at === 0 ? columnsDrawerText.isFirst : undefined}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        size="s"
        label={columnsDrawerText.moveDown(label)}
        icon={<IconArrowDown size={14} aria-hidden="true" />}
        reason={at === last ? columnsDrawerText.isLast : undefined}
        onClick={() => onMove(at + 1)}
      />
    </span>
  )
}

interface MoreColumnsProps {
  title: string
  columns: readonly DeviceColumn[]
  onShow: (column: DeviceColumn, shown: boolean) => void
}

function MoreColumns({ title, columns, onShow }: MoreColumnsProps) {
  if (columns.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {columns.map((column) => (
          <li key={column} className={styles.item}>
            <Checkbox label={columnLabel(column)} checked={false} onChange={() => onShow(column, true)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
