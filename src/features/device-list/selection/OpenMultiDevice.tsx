import { IconColumns2, IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/api/error-message.ts'
import { MAX_LOGS, MAX_RUNS } from '@/domain/device/multi-device-limits.ts'
import { paths } from '@/lib/paths.ts'
import { multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import type { Selection } from './selection.ts'

interface OpenMultiDeviceProps {
  selection: Selection
  count: number
  /** Reads the selected devices if they are only known by the filter they match. */
  read: (progress: {
    signal: AbortSignal
    onRead: (count: number) => void
  }) => Promise<readonly { uuid: string }[]>
}

/** Opens the pages for several devices: their logs side by side, or one command on all. */
export function OpenMultiDevice({ selection, count, read }: OpenMultiDeviceProps) {
  const navigate = useNavigate()
  const [reading, setReading] = useState(false)
  const open = async (address: (uuids: readonly string[]) => string) => {
    if (selection.kind === 'some') return navigate(address([...selection.devices.values()]))
    setReading(true)
    try {
      const devices = await read({ signal: new AbortController().signal, onRead: () => {} })
      await navigate(address(devices.map(({ uuid }) => uuid)))
    } catch (error) {
      showToast({ tone: 'bad', title: multiDeviceText.chooseFailed, detail: errorMessage(error) })
    } finally {
      setReading(false)
    }
  }
  const tooMany = (max: number) => (count > max ? multiDeviceText.tooMany(max) : undefined)
  return (
    <>
      <Button
        size="s"
        icon={<IconColumns2 size={15} aria-hidden="true" />}
        reason={tooMany(MAX_LOGS)}
        busy={reading}
        onClick={() => void open(paths.deviceLogs)}
      >
        {multiDeviceText.logs}
      </Button>
      <Button
        size="s"
        icon={<IconTerminal2 size={15} aria-hidden="true" />}
        reason={tooMany(MAX_RUNS)}
        busy={reading}
        onClick={() => void open(paths.runCommand)}
      >
        {multiDeviceText.run}
      </Button>
    </>
  )
}
