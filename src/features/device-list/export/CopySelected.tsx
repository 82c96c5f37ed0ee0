import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import type { ReadProgress } from '@/domain/operations/batch-task.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'

export interface Copied {
  text: string
  count: number
}

export interface CopySelectedProps {
  label: string
  count: number
  /** Reads the devices that are not loaded yet, and reports its progress. */
  read: (progress: ReadProgress) => Promise<Copied>
  copied: (count: number, shown: string) => string
  failed: string
}

/** Copies a text about the selected devices. */
export function CopySelected({ label, count, read, copied, failed }: CopySelectedProps) {
  const [found, setFound] = useState<number>()
  const copy = async () => {
    setFound(0)
    try {
      const all = await read({ signal: new AbortController().signal, onRead: setFound })
      const done = await copyText(all.text)
      if (done) showToast({ tone: 'ok', title: copied(all.count, formatNumber(all.count)) })
      // Browsers refuse the clipboard if reading took longer than a user activation lasts. A second press then
      // copies.
      else
        showToast({
          tone: 'warn',
          title: commonText.copyFailed,
          action: { label, onPress: () => void copyText(all.text) },
        })
    } catch (error) {
      showToast({ tone: 'bad', title: failed, detail: errorMessage(error) })
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
      {found === undefined ? label : devicesText.copyingUuids(formatNumber(found), formatNumber(count))}
    </Button>
  )
}
