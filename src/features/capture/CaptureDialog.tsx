import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { MAX_SINGLE_DEVICES, type Captured } from '@/engines/capture/capture-report.ts'
import { fileName, saveTextFile } from '@/lib/save-file.ts'
import { captureReportLines, captureText as text } from '@/messages/capture/capture.ts'
import { commonText } from '@/messages/common/common.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useCapture, type CaptureStage } from './use-capture.ts'
import styles from './CaptureDialog.module.css'

/** Saves the account as a world file for the simulator, after asking. */
export function CaptureDialog({ onClose }: { onClose: () => void }) {
  const [isSingle, setSingle] = useState(false)
  const { stage, count, read, stop } = useCapture()
  const isReading = stage.kind === 'reading'
  const [saved, setSaved] = useState<string>()
  // An hour of reading must not be lost by a press on Escape or beside the dialog; Cancel and Close remain.
  const isUnsaved = stage.kind === 'done' && stage.captured.text !== saved
  useAnnounced(stage.kind === 'done' ? text.done : stage.kind === 'stopped' ? text.stopped : null)
  const platform = api().data.reduction === null ? 'hosted' : 'open'
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      insistent={isReading || stage.kind === 'stopped' || isUnsaved}
      footer={
        <Buttons
          stage={stage}
          onClose={onClose}
          onStop={stop}
          onRead={() => void read(isSingle)}
          onSave={({ file, text: written }) => {
            saveTextFile(fileName(`${file.organization?.name ?? ''}.world.yaml`), written)
            setSaved(written)
          }}
        />
      }
    >
      {(stage.kind === 'counting' || stage.kind === 'asking') && (
        <>
          <p className={styles.text}>{text.intro}</p>
          <p className={styles.text}>{text.pseudonyms}</p>
        </>
      )}
      {stage.kind === 'counting' && <Status>{text.counting}</Status>}
      {stage.kind === 'asking' && (
        <>
          <Banner tone="warn">
            <p>{text.survey(stage.survey)}</p>
            <p>{text.whose[platform]}</p>
          </Banner>
          <div>
            <Checkbox
              label={text.single}
              checked={isSingle}
              onChange={setSingle}
              reason={
                stage.survey.devices > MAX_SINGLE_DEVICES ? text.singleHint(MAX_SINGLE_DEVICES) : undefined
              }
            />
            <p className={styles.hint}>{text.singleHint(MAX_SINGLE_DEVICES)}</p>
          </div>
        </>
      )}
      {isReading && <Progress stage={stage} />}
      {stage.kind === 'stopped' && <p>{text.stopped}</p>}
      {stage.kind === 'failed' && (
        <ErrorState compact title={text.failedTitle} detail={stage.reason} onRetry={() => void count()} />
      )}
      {stage.kind === 'done' && (
        <>
          <p className={styles.done}>{text.done}</p>
          <ul className={styles.report} aria-label={text.reportTitle}>
            {captureReportLines(stage.captured.report).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className={styles.hint}>{text.openWith}</p>
        </>
      )}
    </Dialog>
  )
}

interface ButtonsProps {
  stage: CaptureStage
  onClose: () => void
  onStop: () => void
  onRead: () => void
  onSave: (captured: Captured) => void
}

function Buttons({ stage, onClose, onStop, onRead, onSave }: ButtonsProps) {
  if (stage.kind === 'reading') return <Button onClick={onStop}>{text.stop}</Button>
  return (
    <>
      <Button onClick={onClose}>{stage.kind === 'done' ? commonText.close : commonText.cancel}</Button>
      {(stage.kind === 'asking' || stage.kind === 'stopped') && (
        <Button variant="primary" data-autofocus onClick={onRead}>
          {stage.kind === 'asking' ? text.start : text.again}
        </Button>
      )}
      {stage.kind === 'done' && (
        <Button
          variant="primary"
          data-autofocus
          icon={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => onSave(stage.captured)}
        >
          {text.save}
        </Button>
      )}
    </>
  )
}

function Progress({ stage: { progress, waitMs } }: { stage: CaptureStage & { kind: 'reading' } }) {
  const label = progress === null ? text.counting : text.progress(progress)
  const share =
    progress === null || progress.devices === 0 ? null : (progress.devicesDone / progress.devices) * 100
  const left = progress?.leftMs ?? null
  return (
    <>
      <Status paced>{left === null ? label : text.progressAndLeft(label, text.left(left))}</Status>
      <ProgressBar label={label} value={share} />
      {waitMs !== null && <p className={styles.hint}>{text.waiting(Math.ceil(waitMs / 1000))}</p>}
    </>
  )
}
