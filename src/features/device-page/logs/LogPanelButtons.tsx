import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconDownload,
  IconEraser,
  IconSearch,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { memo } from 'react'
import { api } from '@/api/api.ts'
import { readLogHistory } from '@/api/log-stream.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { logLineText, logSearchText } from '@/messages/device-page/device-logs.ts'
import { logText } from '@/messages/device-page/device.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { isDiscardedWrite, logFileName, logFileText } from './log-file.ts'
import { logDisplay, type LogDisplay } from './log-preferences.ts'
import type { ServiceNames } from './log-words.ts'
import styles from './LogsPanel.module.css'

interface LogPanelButtonsProps {
  page: DevicePageData
  names: ServiceNames
  display: LogDisplay
  /** Undefined if the panel cannot be expanded. */
  expanded: boolean | undefined
  onExpand: ((expand: boolean) => void) | undefined
  searching: boolean
  onSearch: (search: boolean) => void
  onClear: () => void
}

/** Buttons in the header of the logs panel. Memoized, so that new lines do not render them. */
export const LogPanelButtons = memo(function LogPanelButtons({
  page,
  names,
  display,
  expanded,
  onExpand,
  searching,
  onSearch,
  onClear,
}: LogPanelButtonsProps) {
  const download = useLogDownload(page, names)
  const Expand = expanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <>
      {download.isError && (
        <span role="alert" className={styles.failure}>
          {logText.downloadFailed}
        </span>
      )}
      <span className={styles.toggles}>
        <Toggle
          label={logText.utc}
          on={display.utc}
          onChange={(utc) => logDisplay.set({ ...display, utc })}
        />
        <Toggle
          label={logText.timestamps}
          on={display.timestamps}
          onChange={(timestamps) => logDisplay.set({ ...display, timestamps })}
        />
        <Toggle
          label={logLineText.wrap}
          on={display.wrap}
          onChange={(wrap) => logDisplay.set({ ...display, wrap })}
        />
      </span>
      <IconButton
        size="s"
        label={logSearchText.open}
        icon={<IconSearch size={16} aria-hidden="true" />}
        pressed={searching}
        onClick={() => onSearch(!searching)}
      />
      <IconButton
        size="s"
        label={logText.download}
        icon={<IconDownload size={16} aria-hidden="true" />}
        reason={canSaveFiles() ? undefined : logText.cannotSave}
        busy={download.isPending}
        onClick={() => download.mutate()}
      />
      <IconButton
        size="s"
        label={logText.clear}
        icon={<IconEraser size={16} aria-hidden="true" />}
        reason={whyNotAllowed(page.role, 'resin.device_log.delete')}
        onClick={onClear}
      />
      {onExpand && (
        <IconButton
          size="s"
          label={expanded ? logText.shrink : logText.expand}
          icon={<Expand size={16} aria-hidden="true" />}
          onClick={() => onExpand(!expanded)}
        />
      )}
    </>
  )
})

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button
      size="s"
      variant="quiet"
      aria-pressed={on}
      className={styles.toggle}
      onClick={() => onChange(!on)}
    >
      {label}
    </Button>
  )
}

/** Saves all logs that the platform has as a text file. */
function useLogDownload({ device }: DevicePageData, names: ServiceNames) {
  const time = useTimeSource()
  return useMutation({
    mutationFn: async () => {
      const lines = await readLogHistory(api().services, device.uuid, { count: 'all' })
      const fleet = device.belongs_to__application[0]?.app_name ?? device.uuid
      try {
        saveTextFile(
          logFileName({ fleet, device: device.device_name }, time.now()),
          logFileText(lines, names),
        )
      } catch (error) {
        if (!isDiscardedWrite(error)) throw error
      }
    },
    onError: (error) => showToast({ tone: 'bad', title: logText.downloadFailed, detail: failureText(error) }),
  })
}
