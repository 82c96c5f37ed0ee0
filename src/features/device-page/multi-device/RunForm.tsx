import { IconDownload, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { api } from '@/api/api.ts'
import type { TargetChoice } from '@/features/device-page/terminal/terminal-target.ts'
import { formatNumber } from '@/lib/format.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { runText } from '@/messages/device-page/multi-device.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import type { RunDevice } from './multi-device.queries.ts'
import { commandsOfRun } from './run-equivalent.ts'
import { runAsCsv, runAsText, runFileName, type RunSetup } from './run-files.ts'
import type { TableRow } from './RunTable.tsx'
import type { CommandRuns } from './use-command-runs.ts'
import styles from './MultiDevice.module.css'

interface RunFormProps {
  choice: TargetChoice
  onChoice: (choice: TargetChoice) => void
  services: readonly string[]
  devices: readonly RunDevice[]
  /** Number of devices on which the command can run. */
  reachable: number
  runs: CommandRuns
  rows: readonly TableRow[]
  /** Setup of the last run; null before the first one. */
  setup: RunSetup | null
  onRun: (command: string) => void
}

/** The command and its target, and the progress of the run. */
export function RunForm(props: RunFormProps) {
  const { choice, onChoice, services, devices, reachable, runs, rows, setup, onRun } = props
  const form = useId()
  const [command, setCommand] = useState('')
  const trimmed = command.trim()
  return (
    <Card className={styles.form}>
      <form
        id={form}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (whyNotStart(trimmed, reachable) === undefined && !runs.running) onRun(trimmed)
        }}
      >
        <SelectField<TargetChoice>
          label={runText.target}
          value={choice}
          options={[
            { value: 'host', label: runText.host },
            ...services.map((name) => ({ value: `service:${name}` as const, label: name })),
          ]}
          onChange={onChoice}
        />
        <TextField
          required
          label={runText.command}
          value={command}
          autoComplete="off"
          spellCheck={false}
          className={styles.command}
          onChange={(event) => setCommand(event.target.value)}
        />
      </form>
      <p className={styles.note}>{runText.explain}</p>
      <div className={styles.buttons}>
        {runs.running ? (
          <Button icon={<IconPlayerStop size={16} aria-hidden="true" />} onClick={() => runs.cancel()}>
            {runText.cancel}
          </Button>
        ) : (
          <Button
            type="submit"
            form={form}
            variant="primary"
            icon={<IconPlayerPlay size={16} aria-hidden="true" />}
            reason={whyNotStart(trimmed, reachable)}
          >
            {runText.run(formatNumber(reachable), reachable)}
          </Button>
        )}
        <Progress runs={runs} />
        <SaveButtons rows={rows} setup={setup} running={runs.running} />
      </div>
      {trimmed !== '' && devices.length > 0 && (
        <EquivalentCommand {...commandsOfRun(api().terminalUrl, devices, choice, trimmed)} />
      )}
    </Card>
  )
}

function whyNotStart(command: string, reachable: number): string | undefined {
  if (command === '') return runText.noCommand
  return reachable === 0 ? runText.noneReachable : undefined
}

function Progress({ runs: { results, running } }: { runs: CommandRuns }) {
  const all = [...results.values()]
  const ended = all.filter(({ status }) => !['waiting', 'connecting', 'running'].includes(status))
  const succeeded = all.filter(({ status }) => status === 'done')
  const count = formatNumber(all.length)
  if (all.length === 0) return null
  return (
    <Status as="span" paced={running}>
      {running
        ? runText.running(formatNumber(ended.length), count)
        : runText.finished(formatNumber(succeeded.length), count)}
    </Status>
  )
}

interface SaveButtonsProps {
  rows: readonly TableRow[]
  setup: RunSetup | null
  running: boolean
}

function SaveButtons({ rows, setup, running }: SaveButtonsProps) {
  const reason = canSaveFiles() ? undefined : runText.cannotSave
  if (setup === null || running) return null
  const results = rows.map(({ device, result }) => ({
    name: device.device_name,
    uuid: device.uuid,
    result,
  }))
  const icon = <IconDownload size={16} aria-hidden="true" />
  return (
    <div className={styles.save}>
      <Button
        icon={icon}
        reason={reason}
        onClick={() => saveTextFile(runFileName(setup, 'txt'), runAsText(setup, results))}
      >
        {runText.saveText}
      </Button>
      <Button
        icon={icon}
        reason={reason}
        onClick={() => saveTextFile(runFileName(setup, 'csv'), runAsCsv(results))}
      >
        {runText.saveCsv}
      </Button>
    </div>
  )
}
