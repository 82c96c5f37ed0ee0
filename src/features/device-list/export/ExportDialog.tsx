import { useState } from 'react'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { DeviceListState, ListFilter } from '@/features/device-list/data/device-list-state.ts'
import { formatNumber } from '@/lib/format.ts'
import { canSaveFiles, fileName } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { exportDialogText } from '@/messages/device-list/device-export.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { exportCommands } from './export-commands.ts'
import { exportFormats, useExport, type ExportFormat, type ExportStage } from './use-export.ts'
import styles from '@/features/device-list/filter/ConditionDialog.module.css'

export interface ExportDialogProps {
  opened: boolean
  onClose: () => void
  fleetId: number
  fleetName: string
  fleetSlug: string
  state: DeviceListState
  /** The filter of the rows that are shown. */
  filter: ListFilter
  columns: readonly DeviceColumn[]
  /** Number of all matches. */
  total: number
}

/** Saves all pages of the list with the filters, order and columns of the table. */
export function ExportDialog({
  opened,
  onClose,
  fleetId,
  fleetName,
  fleetSlug,
  state,
  filter,
  columns,
  total,
}: ExportDialogProps) {
  const time = useTimeSource()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { stage, start, stop, reset } = useExport()
  const running = stage.kind === 'running'
  const close = () => {
    if (running) return
    reset()
    onClose()
  }
  const begin = () => {
    const date = new Date(time.now()).toISOString().slice(0, 10)
    void start({
      fleetId,
      state,
      columns,
      format,
      name: fileName(exportDialogText.fileName(fleetName, date)),
    })
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={exportDialogText.title}
      size="s"
      insistent={running}
      footer={
        running ? (
          <Button onClick={stop}>{commonText.cancel}</Button>
        ) : (
          <>
            <Button onClick={close}>
              {stage.kind === 'finished' ? commonText.close : commonText.cancel}
            </Button>
            {stage.kind === 'asking' && (
              <Button
                variant="primary"
                data-autofocus
                reason={canSaveFiles() ? undefined : exportDialogText.cannotSave}
                onClick={begin}
              >
                {exportDialogText.start}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.form}>
        {stage.kind === 'asking' && (
          <>
            <p>{exportDialogText.explain(total, formatNumber(total))}</p>
            <SegmentedControl
              label={exportDialogText.format}
              value={format}
              options={exportFormats.map((value) => ({ value, label: exportDialogText.formats[value] }))}
              onChange={setFormat}
            />
            {total > 0 && (
              <EquivalentCommand
                {...exportCommands({ fleetId, fleetSlug, filter, sort: state.sort, columns })}
              />
            )}
          </>
        )}
        <Stage stage={stage} onRetry={begin} />
      </div>
    </Dialog>
  )
}

function Stage({ stage, onRetry }: { stage: ExportStage; onRetry: () => void }) {
  switch (stage.kind) {
    case 'asking':
      return null
    case 'running': {
      const label = exportDialogText.running(formatNumber(stage.done), formatNumber(stage.total))
      return (
        <>
          <Status paced>{label}</Status>
          <ProgressBar label={label} value={stage.total === 0 ? null : (stage.done / stage.total) * 100} />
        </>
      )
    }
    case 'failed':
      return <ErrorState compact title={exportDialogText.failed} detail={stage.reason} onRetry={onRetry} />
    case 'finished':
      return <Done text={exportDialogText.done(stage.count, formatNumber(stage.count), stage.file)} />
  }
}

function Done({ text }: { text: string }) {
  useAnnounced(text)
  return <p>{text}</p>
}
