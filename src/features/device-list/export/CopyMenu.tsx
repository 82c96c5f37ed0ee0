import { useEffect, useEffectEvent, useId, useState } from 'react'
import { api } from '@/api/api.ts'
import { columnLabel, type DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { isSelected, type Selection } from '@/features/device-list/selection/selection.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { copyRowsText } from '@/messages/device-list/copy-rows.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { singleKeys } from '@/ui/form/single-keys.ts'
import { isBehindDialog, isTyping } from '@/ui/form/typing.ts'
import { MenuList } from '@/ui/overlay/MenuList.tsx'
import { cellText, rowsText } from './rows-as-text.ts'
import styles from './CopyMenu.module.css'

export interface CopyMenuProps {
  devices: readonly ListedDevice[]
  columns: readonly DeviceColumn[]
  /** Number of the first row in the whole list, from 1. */
  firstRow: number
  selection: Selection
}

interface Opened {
  device: ListedDevice
  /** The column of the pressed cell, listed first; undefined when opened by key. */
  column: DeviceColumn | undefined
  by: HTMLElement
  /** Receives the focus when the menu closes. */
  from: HTMLElement | undefined
}

/** Elements that keep the browser's context menu, for example to open a link in a new tab. */
const OWN_MENU = 'a[href], button, input'

async function copy(text: string, message: string) {
  const done = await copyText(text)
  showToast(done ? { tone: 'ok', title: message } : { tone: 'bad', title: commonText.copyFailed })
}

/** Copies a cell or the row. Opens on C in a row, and on a right click or long press on a cell. */
export function CopyMenu({ devices, columns, firstRow, selection }: CopyMenuProps) {
  const id = useId()
  const [opened, setOpened] = useState<Opened | null>(null)

  const openAt = (target: EventTarget | null, isPressed: boolean): boolean => {
    if (!(target instanceof HTMLElement)) return false
    const cell = target.closest<HTMLTableCellElement>('main [data-rows] tbody td')
    const row = cell?.closest('tr')
    const device = devices[Number(row?.getAttribute('aria-rowindex')) - 1 - firstRow]
    if (!cell || !row || device === undefined) return false
    const column = isPressed ? columns[cell.cellIndex - 1] : undefined
    const from = isPressed ? row.querySelector<HTMLElement>('a[href]') : target
    setOpened({ device, column, by: cell, from: from ?? undefined })
    return true
  }
  const onMenu = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || event.shiftKey || !(event.target instanceof HTMLElement)) return
    // Links, controls and selected text keep the browser's context menu.
    if (event.target.closest(OWN_MENU) || document.getSelection()?.isCollapsed === false) return
    if (openAt(event.target, true)) event.preventDefault()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return
    if (!singleKeys.get() || isTyping(event.target) || isBehindDialog()) return
    if (openAt(event.target, false)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('contextmenu', onMenu)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('contextmenu', onMenu)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  if (opened === null) return null
  const { device, column, by, from } = opened
  const now = api().now()
  const selected = devices.filter((each) => isSelected(selection, each))
  const rows = (chosen: readonly ListedDevice[]) =>
    copy(rowsText(chosen, columns, now), copyRowsText.copied(chosen.length, formatNumber(chosen.length)))
  const ordered = column === undefined ? columns : [column, ...columns.filter((each) => each !== column)]
  return (
    <>
      <span id={id} hidden>
        {copyRowsText.menu(device.device_name)}
      </span>
      <MenuList
        id={`${id}-menu`}
        labelledBy={id}
        opener={by}
        header={undefined}
        align="start"
        width={undefined}
        startAt="first"
        groups={[
          {
            title: copyRowsText.cells,
            actions: ordered.map((each) => {
              const text = cellText(device, each, now)
              return {
                key: each,
                label: (
                  <>
                    {columnLabel(each)} <span className={styles.value}>{text}</span>
                  </>
                ),
                onSelect: () => void copy(text, copyRowsText.copiedCell(columnLabel(each))),
              }
            }),
          },
          {
            actions: [
              { label: copyRowsText.row, onSelect: () => void rows([device]) },
              ...(selected.length > 1
                ? [
                    {
                      label: copyRowsText.selected(formatNumber(selected.length)),
                      onSelect: () => void rows(selected),
                    },
                  ]
                : []),
            ],
          },
        ]}
        onClose={({ returnFocus }) => {
          setOpened(null)
          if (returnFocus) from?.focus()
        }}
      />
    </>
  )
}
