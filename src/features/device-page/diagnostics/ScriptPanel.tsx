import { IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { asCurl, type PlatformCall } from '@/lib/equivalent-command.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { diagnosticsText } from '@/messages/device-page/diagnostics.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { scriptFileName, type ScriptRun } from './script-run.ts'
import styles from './Diagnostics.module.css'

const toneOf: Record<ScriptRun['status'], Tone> = {
  configuring: 'info',
  done: 'ok',
  error: 'bad',
  idle: 'idle',
  in_progress: 'info',
}

export interface ScriptPanelProps {
  page: DevicePageData
  title: string
  run: ScriptRun | undefined
  runLabel: string
  onRun: () => void
  /** The request that runs the script. */
  call: PlatformCall
  /** Content of the downloadable file; null if there is no output yet. */
  file: { what: 'checks' | 'diagnostics'; text: string } | null
  facts?: readonly { label: string; value: ReactNode }[]
  children: ReactNode
}

/** A script on the device: last run, run button and output, which is dimmed while it runs. */
export function ScriptPanel({ page, title, run, runLabel, onRun, call, file, ...rest }: ScriptPanelProps) {
  const { device, situation } = page
  const isRunning = run?.status === 'in_progress' || run?.status === 'configuring'
  useAnnounced(useAwaitedStatus(title, device.device_name, run?.status))
  const save = () => {
    const at = run?.lastRun === undefined ? api().now() : Date.parse(run.lastRun)
    if (file) saveTextFile(scriptFileName(device.uuid, file.what, at), file.text)
  }
  const command = asCurl(api().actionsUrl, call)
  return (
    <Panel
      title={title}
      aside={
        run && <StatusBadge tone={toneOf[run.status]}>{diagnosticsText.statuses[run.status]}</StatusBadge>
      }
      actions={
        <>
          <Button
            size="s"
            icon={<IconDownload size={15} aria-hidden="true" />}
            reason={whyNotSave(file !== null)}
            onClick={save}
          >
            {diagnosticsText.download}
          </Button>
          <Button
            size="s"
            variant="primary"
            icon={<IconPlayerPlay size={15} aria-hidden="true" />}
            busy={isRunning}
            reason={situation.online ? undefined : diagnosticsText.mustBeOnline}
            onClick={onRun}
          >
            {runLabel}
          </Button>
        </>
      }
      footer={<EquivalentCommand cli={null} curl={command} />}
    >
      <div className={styles.script} aria-busy={isRunning || undefined}>
        <Facts
          columns={3}
          facts={[
            {
              label: diagnosticsText.lastRun,
              value: run?.lastRun === undefined ? diagnosticsText.never : <RelativeTime at={run.lastRun} />,
            },
            ...(rest.facts ?? []),
          ]}
        />
        {rest.children}
        {isRunning && (
          <div className={styles.veil}>
            <StatusBadge tone="info">{diagnosticsText.running}</StatusBadge>
          </div>
        )}
      </div>
    </Panel>
  )
}

function whyNotSave(hasContent: boolean): string | undefined {
  if (!canSaveFiles()) return diagnosticsText.cannotSave
  return hasContent ? undefined : diagnosticsText.nothingToSave
}

/** The status of a run that this page started, and of its end. */
function useAwaitedStatus(title: string, device: string, status: ScriptRun['status'] | undefined) {
  const [seen, setSeen] = useState({ status, isAwaited: false })
  const isRunning = status === 'in_progress' || status === 'configuring'
  if (seen.status !== status) setSeen({ status, isAwaited: seen.status !== undefined })
  return status !== undefined && (seen.isAwaited || isRunning)
    ? diagnosticsText.now(title, device, diagnosticsText.statuses[status])
    : null
}
