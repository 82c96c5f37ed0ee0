import { useId, useMemo, useState } from 'react'
import { csvText } from '@/lib/csv.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { readTextFile } from '@/lib/text-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { labelled } from '@/messages/common/compose.ts'
import { fileText } from '@/messages/common/files.ts'
import { bulkProblemText, bulkText } from '@/messages/device-list/bulk-changes.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { DELETE_WORD, MAX_BYTES } from './bulk-file.ts'
import { changesTable, type BulkPlan } from './bulk-plan.ts'
import type { BulkResult } from './bulk-run.ts'
import { ChangesTable, ProblemsTable } from './BulkTables.tsx'
import { useBulk, type Bulk } from './use-bulk.ts'
import styles from './BulkDialog.module.css'

export interface BulkDialogProps {
  opened: boolean
  onClose: () => void
  fleetId: number
}

const save = (name: string, headers: readonly string[], rows: readonly (readonly (string | null)[])[]) =>
  saveTextFile(name, csvText(headers, rows))
const whyNotSave = () => (canSaveFiles() ? undefined : bulkText.cannotSave)

/** Changes many devices by the rows of a file: preview, apply, and undo while the page is open. */
export function BulkDialog({ opened, onClose, fleetId }: BulkDialogProps) {
  const bulk = useBulk(fleetId)
  const [text, setText] = useState('')
  const { stage } = bulk
  const isBusy = stage.kind === 'running' || stage.kind === 'comparing'
  const isUndo = stage.kind === 'planned' && stage.isUndo
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={isUndo ? bulkText.undoTitle : bulkText.title}
      size="l"
      insistent={isBusy}
      footer={<Footer bulk={bulk} text={text} onClose={close} />}
    >
      <div className={styles.body}>
        {stage.kind === 'asking' && (
          <Asking
            text={text}
            problem={stage.problem}
            onText={(next) => {
              setText(next)
              bulk.reset()
            }}
            onProblem={bulk.reset}
          />
        )}
        {stage.kind === 'comparing' && (
          <Progress label={bulkText.comparing(stage.done, stage.total)} {...stage} />
        )}
        {stage.kind === 'planned' && <PlanPreview plan={stage.plan} />}
        {stage.kind === 'running' && (
          <Progress
            label={
              stage.isPaused
                ? labelled(bulkText.paused, bulkText.running(stage.done, stage.total))
                : bulkText.running(stage.done, stage.total)
            }
            {...stage}
          />
        )}
        {stage.kind === 'finished' && <Finished results={stage.results} problem={stage.problem} />}
      </div>
    </Dialog>
  )
}

function Footer({ bulk, text, onClose }: { bulk: Bulk; text: string; onClose: () => void }) {
  const { stage } = bulk
  switch (stage.kind) {
    case 'asking':
      return (
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant="primary"
            reason={text.trim() === '' ? bulkText.nothingGiven : undefined}
            onClick={() => void bulk.check(text)}
          >
            {bulkText.check}
          </Button>
        </>
      )
    case 'comparing':
      return <Button onClick={bulk.stop}>{commonText.cancel}</Button>
    case 'planned':
      return (
        <>
          <Button onClick={() => bulk.reset()}>{bulkText.back}</Button>
          <Button
            variant="primary"
            reason={stage.plan.changes.length === 0 ? bulkText.noChanges : undefined}
            onClick={() => void bulk.apply(stage.plan.changes)}
          >
            {bulkText.apply(stage.plan.changes.length)}
          </Button>
        </>
      )
    case 'running':
      return (
        <>
          <Button onClick={stage.isPaused ? bulk.resume : bulk.pause}>
            {stage.isPaused ? bulkText.resume : bulkText.pause}
          </Button>
          <Button onClick={bulk.stop}>{bulkText.stop}</Button>
        </>
      )
    case 'finished': {
      const { results } = stage
      const rest = results.filter(({ outcome }) => outcome !== 'done').map(({ change }) => change)
      const { headers, rows } = changesTable(rest)
      return (
        <>
          {rest.length > 0 && (
            <>
              <Button reason={whyNotSave()} onClick={() => save(bulkText.restName, headers, rows)}>
                {bulkText.saveRest}
              </Button>
              <Button onClick={() => void bulk.retry(results)}>{bulkText.again}</Button>
            </>
          )}
          {rest.length < results.length && (
            <Button onClick={() => void bulk.planUndo(results)}>{bulkText.undo}</Button>
          )}
          <Button onClick={() => bulk.reset()}>{bulkText.back}</Button>
          <Button variant="primary" onClick={onClose}>
            {commonText.close}
          </Button>
        </>
      )
    }
  }
}

interface AskingProps {
  text: string
  problem: string | undefined
  onText: (text: string) => void
  /** A file cannot be used: what was pasted before stays. */
  onProblem: (problem: string) => void
}

function Asking({ text, problem, onText, onProblem }: AskingProps) {
  const heading = useId()
  const load = async (file: File) => {
    if (file.size > MAX_BYTES) return onProblem(bulkProblemText.tooLarge('20 MB'))
    const read = await readTextFile(file)
    const wrong = { encoding: bulkProblemText.notText, unreadable: fileText.unreadableFile }
    if (read.problem === undefined) onText(read.text)
    else onProblem(wrong[read.problem])
  }
  return (
    <>
      <p>{bulkText.explain}</p>
      <section aria-labelledby={heading}>
        <h3 id={heading}>{bulkText.columnsTitle}</h3>
        <dl className={styles.columns}>
          {bulkText.columns.map(([name, meaning]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>{bulkText.blank(DELETE_WORD)}</p>
      <div>
        <Button
          size="s"
          reason={whyNotSave()}
          onClick={() =>
            save(
              bulkText.templateName,
              ['uuid', 'name', 'note', 'tag:KEY', 'var:NAME', 'var:SERVICE/NAME'],
              [],
            )
          }
        >
          {bulkText.template}
        </Button>
      </div>
      <FileField
        label={bulkText.file}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        error={problem}
        onChoose={(file) => void load(file)}
      />
      <TextArea
        label={bulkText.text}
        mono
        rows={6}
        value={text.length > MAX_SHOWN_TEXT ? text.slice(0, MAX_SHOWN_TEXT) : text}
        readOnly={text.length > MAX_SHOWN_TEXT}
        onChange={({ target }) => onText(target.value)}
      />
    </>
  )
}

/** Megabytes of text freeze the browser, so only the beginning of a long file is shown. */
const MAX_SHOWN_TEXT = 20_000

interface ProgressProps {
  label: string
  done: number
  total: number
  isPaused?: boolean
}

function Progress({ label, done, total, isPaused = false }: ProgressProps) {
  return (
    <>
      <Status paced={!isPaused}>{label}</Status>
      <ProgressBar label={label} value={total === 0 ? null : (done / total) * 100} />
    </>
  )
}

function PlanPreview({ plan: { changes, problems, unchanged, ignored } }: { plan: BulkPlan }) {
  const devices = useMemo(() => new Set(changes.map(({ device }) => device.id)).size, [changes])
  return (
    <>
      <Status className={styles.counts}>
        <b>{bulkText.summary(changes.length, devices)}</b>
        {unchanged > 0 && <span>{bulkText.unchanged(unchanged)}</span>}
        {problems.length > 0 && <span className={styles.bad}>{bulkText.problemCount(problems.length)}</span>}
      </Status>
      {ignored.length > 0 && <p>{bulkText.ignored(ignored.join(', '))}</p>}
      {problems.length > 0 && <ProblemsTable problems={problems} />}
      {changes.length > 0 && <ChangesTable changes={changes} />}
    </>
  )
}

const order = { failed: 0, unsure: 1, waiting: 2, done: 3 }

function Finished({ results, problem }: { results: readonly BulkResult[]; problem: string | undefined }) {
  const sorted = useMemo(() => results.toSorted((a, b) => order[a.outcome] - order[b.outcome]), [results])
  const count = (expected: BulkResult['outcome']) =>
    results.filter(({ outcome }) => outcome === expected).length
  const [failed, unsure, left] = [count('failed'), count('unsure'), count('waiting')]
  const finished = bulkText.finished(count('done'))
  useAnnounced(finished)
  return (
    <>
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      <p className={styles.counts}>
        <b>{finished}</b>
        {failed > 0 && <span className={styles.bad}>{bulkText.failed(failed)}</span>}
        {unsure > 0 && <span>{bulkText.unsure(unsure)}</span>}
        {left > 0 && <span>{bulkText.left(left)}</span>}
      </p>
      {unsure > 0 && <p>{bulkText.unsureNote}</p>}
      <ChangesTable
        changes={sorted.map(({ change }) => change)}
        results={new Map(sorted.map((result) => [result.change, result]))}
      />
    </>
  )
}
