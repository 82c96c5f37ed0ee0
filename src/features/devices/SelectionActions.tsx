import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/fleet-access.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { devicesText } from '@/messages/devices.ts'
import { Button } from '@/ui/Button.tsx'
import { copyText } from '@/ui/CopyButton.tsx'
import { SelectionBar } from '@/ui/Table.tsx'
import { showToast } from '@/ui/toasts.ts'
import type { DeviceListState } from './device-list-state.ts'
import { readChosen, readMatching, type ChosenDevice, type ReadProgress } from './devices.queries.ts'
import { RestartDialog } from './RestartDialog.tsx'
import styles from './SelectionActions.module.css'
import { everythingSelected, nothingSelected, selectedCount, type Selection } from './selection.ts'

export interface SelectionActionsProps {
  fleetId: number
  filter: Pick<DeviceListState, 'status' | 'text'>
  selection: Selection
  /** How many match the filter. */
  total: number
  onSelection: (selection: Selection) => void
}

/** What can be done with the selected devices. */
export function SelectionActions({ fleetId, filter, selection, total, onSelection }: SelectionActionsProps) {
  const [restarting, setRestarting] = useState(false)
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const count = selectedCount(selection, total)

  const read = async (progress: ReadProgress): Promise<ChosenDevice[]> => {
    if (selection.kind === 'some') return readChosen([...selection.devices.keys()], progress)
    const all = await readMatching(fleetId, filter, progress)
    return all.filter(({ id }) => !selection.except.has(id))
  }
  return (
    <SelectionBar>
      <b role="status">{devicesText.selected(formatNumber(count))}</b>
      <div role="group" aria-label={devicesText.selectionActions} className={styles.actions}>
        <Button
          size="s"
          icon={<IconRefresh size={15} aria-hidden="true" />}
          reason={role ? whyNotAllowed(role, 'resin.device.supervisor-proxy-write') : undefined}
          onClick={() => setRestarting(true)}
        >
          {devicesText.restart}
        </Button>
        <CopyUuids selection={selection} count={count} read={read} />
        <Button size="s" variant="quiet" onClick={() => onSelection(nothingSelected)}>
          {devicesText.clearSelection}
        </Button>
      </div>
      {count < total && (
        <Button
          size="s"
          variant="quiet"
          className={styles.all}
          onClick={() => onSelection(everythingSelected)}
        >
          {devicesText.selectAllMatching(formatNumber(total))}
        </Button>
      )}
      <RestartDialog
        opened={restarting}
        onClose={() => setRestarting(false)}
        fleetId={fleetId}
        count={count}
        read={read}
      />
    </SelectionBar>
  )
}

interface CopyUuidsProps {
  selection: Selection
  count: number
  read: (progress: ReadProgress) => Promise<ChosenDevice[]>
}

function CopyUuids({ selection, count, read }: CopyUuidsProps) {
  const [found, setFound] = useState<number>()

  const uuids = async (): Promise<string[]> => {
    if (selection.kind === 'some') return [...selection.devices.values()]
    setFound(0)
    const devices = await read({ signal: new AbortController().signal, onRead: setFound })
    return devices.map(({ uuid }) => uuid)
  }
  const copy = async () => {
    try {
      const all = await uuids()
      showCopied(await copyText(all.join('\n')), all)
    } catch (error) {
      showToast({ tone: 'bad', title: devicesText.copyUuidsFailed, detail: errorMessage(error) })
    } finally {
      setFound(undefined)
    }
  }
  return (
    <Button
      size="s"
      icon={<IconCopy size={15} aria-hidden="true" />}
      busy={found !== undefined}
      onClick={() => void copy()}
    >
      {found === undefined
        ? devicesText.copyUuids
        : devicesText.copyingUuids(formatNumber(found), formatNumber(count))}
    </Button>
  )
}

/** Browsers may refuse the clipboard when reading took longer than a press is good for: then one more press does it. */
function showCopied(done: boolean, uuids: readonly string[]) {
  const copied = devicesText.copiedUuids(uuids.length, formatNumber(uuids.length))
  if (done) {
    showToast({ tone: 'ok', title: copied })
    return
  }
  showToast({
    tone: 'warn',
    title: commonText.copyFailed,
    action: { label: devicesText.copyUuids, onPress: () => void copyText(uuids.join('\n')) },
  })
}
