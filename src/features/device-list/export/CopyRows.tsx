import { api } from '@/api/api.ts'
import type { ReadProgress } from '@/domain/operations/batch-task.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { DeviceListState } from '@/features/device-list/data/device-list-state.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { isSelected, type Selection } from '@/features/device-list/selection/selection.ts'
import { copyRowsText } from '@/messages/device-list/copy-rows.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { CopySelected, type Copied } from './CopySelected.tsx'
import { readListed, readListedChosen } from './read-listed.ts'
import { rowsText } from './rows-as-text.ts'
import { useCopyKeys } from './use-copy-keys.ts'

export interface CopyRowsProps {
  fleetId: number
  /** The list state that the rows were requested with. */
  state: DeviceListState
  columns: readonly DeviceColumn[]
  /** The rows of the current page. */
  devices: readonly ListedDevice[]
  selection: Selection
  /** Number of selected devices in the whole list. */
  count: number
}

/** Copies the selected rows as shown, with headers: the button copies all, Ctrl+C those on the current page. */
export function CopyRows({ fleetId, state, columns, devices, selection, count }: CopyRowsProps) {
  const selectedOnPage = devices.filter((device) => isSelected(selection, device))
  const textOf = (rows: readonly ListedDevice[]) => rowsText(rows, columns, api().now())

  const readRows = async (progress: ReadProgress): Promise<readonly ListedDevice[]> => {
    if (selectedOnPage.length === count) return selectedOnPage
    const listing = { fleetId, state, columns }
    if (selection.kind === 'some') return readListedChosen(listing, [...selection.devices.keys()], progress)
    const all = await readListed(listing, progress.signal, progress.onRead)
    return all.filter((device) => isSelected(selection, device))
  }
  const read = async (progress: ReadProgress): Promise<Copied> => {
    const rows = await readRows(progress)
    return { text: textOf(rows), count: rows.length }
  }
  useCopyKeys({
    onPage: selectedOnPage.length,
    selected: count,
    text: () => textOf(selectedOnPage),
    copyAll: () => {
      read({ signal: new AbortController().signal, onRead: () => {} })
        .then(({ text }) => copyText(text))
        .then((done) => done || Promise.reject(new Error(copyRowsText.failed)))
        .catch(() => showToast({ tone: 'bad', title: copyRowsText.failed }))
    },
  })
  return (
    <CopySelected
      label={copyRowsText.button}
      count={count}
      read={read}
      copied={copyRowsText.copied}
      failed={copyRowsText.failed}
    />
  )
}
