import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { devicesText } from '@/messages/devices.ts'
import { Button } from '@/ui/form/Button.tsx'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { ReadSelected } from './selected-devices.ts'
import type { Selection } from './selection.ts'

export interface CopyUuidsProps {
  selection: Selection
  count: number
  read: ReadSelected
}

/** Copies the UUIDs of the selected devices, one a line. */
export function CopyUuids({ selection, count, read }: CopyUuidsProps) {
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
