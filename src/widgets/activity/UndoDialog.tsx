import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Change, Entry, FieldValue } from '@/engines/activity/activity-entry.ts'
import { asUndoOf } from '@/engines/activity/activity-recorder.ts'
import { named } from '@/engines/activity/activity-resources.ts'
import { targetKey, type TargetNames } from '@/engines/activity/activity-rows.ts'
import { parseRows } from '@/engines/activity/previous-rows.ts'
import {
  latestReleaseRequest,
  planUndo,
  currentRows,
  readRequests,
  rowKey,
  undoWrites,
  UNDONE_AT_ONCE,
  type UndoStep,
  type UndoWrite,
} from '@/engines/activity/undo.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { activityFieldText, activityText, undoText as text } from '@/messages/activity/activity.ts'
import { commonText } from '@/messages/common/common.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import styles from './ActivityView.module.css'

const MAX_STEPS = 100

interface UndoDialogProps {
  entry: Entry
  change: Change
  names: TargetNames
  /** Later changes made in this browser. */
  later: readonly Entry[]
  onClose: () => void
}

type Stage =
  | { kind: 'planned' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'finished'; done: number; failures: ReadonlyMap<string, string> }

async function readRows(question: PlatformCall) {
  const rows = parseRows(await sendRequest(api().data, question))
  if (rows === null) throw new SyntaxError('No rows')
  return rows
}

async function send(entry: Entry, change: Change, write: UndoWrite): Promise<void> {
  const request = latestReleaseRequest(change, write)
  const newest = request === null ? undefined : (await readRows(request))[0]?.['id']
  const body =
    write.body === undefined
      ? undefined
      : { ...write.body, ...(newest === undefined ? {} : { should_be_running__release: newest }) }
  // Moving a device removes its pin, so the pin is restored by a second request.
  const moved = body !== undefined && 'belongs_to__application' in body
  const { is_pinned_on__release: pin, ...rest }: Readonly<Record<string, unknown>> = body ?? {}
  const bodies = !moved ? [body] : pin === null ? [rest] : [rest, { is_pinned_on__release: pin }]
  const { method, resource, filter } = write
  for (const each of bodies) {
    const call = dataRequest(method, { resource, filter, ...(each && { body: each }) })
    await asUndoOf(entry.id, call.path, () => sendRequest(api().data, call))
  }
}

/** Previews what undoing a change would do, asks for confirmation, and runs it. */
export function UndoDialog({ entry, change, names, later, onClose }: UndoDialogProps) {
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: 'planned' })
  const [overwrites, setOverwrites] = useState(false)
  const plan = useQuery({
    queryKey: ['activity-undo', entry.id],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const rows = await Promise.all(readRequests(change).map(readRows))
      const labels = { ...change.labels }
      const present = currentRows(change, rows.flat(), labels)
      return { steps: planUndo(change, present), labels }
    },
  })
  const steps = plan.data?.steps ?? []
  const selected = steps.filter(({ state }) => state === 'restore' || (overwrites && state === 'changed'))
  const isRunning = stage.kind === 'running'
  const close = () => {
    if (!isRunning) onClose()
  }
  const run = async () => {
    const failures = new Map<string, string>()
    let done = 0
    setStage({ kind: 'running', done, total: selected.length })
    await mapWithLimit(undoWrites(change, selected), (write) => send(entry, change, write), {
      atOnce: UNDONE_AT_ONCE,
      onOutcome: (write, outcome) => {
        if (outcome.ok) done += write.steps.length
        else for (const { row } of write.steps) failures.set(rowKey(row), errorMessage(outcome.error))
        setStage({ kind: 'running', done: done + failures.size, total: selected.length })
      },
    })
    setStage({ kind: 'finished', done, failures })
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'activity-undo' })
  }
  return (
    <Dialog
      onClose={close}
      title={text.title}
      size="m"
      insistent={isRunning}
      footer={
        stage.kind === 'finished' ? (
          <Button variant="primary" onClick={close}>
            {commonText.close}
          </Button>
        ) : (
          <>
            <Button onClick={close} reason={isRunning ? text.busy : undefined}>
              {commonText.cancel}
            </Button>
            <Button
              variant="primary"
              reason={
                isRunning || plan.data === undefined
                  ? text.busy
                  : selected.length === 0
                    ? text.nothing
                    : undefined
              }
              onClick={() => void run()}
            >
              {text.confirm}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        <p>
          <b>{activityText(entry)}</b> · <RelativeTime at={entry.at} />
        </p>
        {plan.isError || plan.data === undefined ? (
          <QueryFallback query={plan} failed={text.failed} lines={3} height={20} />
        ) : (
          <>
            {stage.kind === 'planned' && (
              <Summary
                change={change}
                steps={steps}
                last={newestLaterChange(entry, later)}
                overwrites={overwrites}
                onOverwrites={setOverwrites}
              />
            )}
            {stage.kind === 'running' && (
              <>
                <Status paced>{text.running(stage.done, stage.total)}</Status>
                <ProgressBar
                  label={text.running(stage.done, stage.total)}
                  value={(stage.done / Math.max(stage.total, 1)) * 100}
                />
              </>
            )}
            {stage.kind === 'finished' && (
              <div>
                <Done text={text.done(stage.done)} />
                {stage.failures.size > 0 && (
                  <Banner tone="bad">
                    {text.notDone(stage.failures.size)}{' '}
                    {[...new Set(stage.failures.values())].slice(0, 3).join(' ')}
                  </Banner>
                )}
              </div>
            )}
            <Steps
              change={change}
              steps={steps}
              names={names}
              labels={plan.data.labels}
              outcomeOf={(step) => {
                if (stage.kind !== 'finished' || !selected.includes(step)) return text.states[step.state]
                return stage.failures.has(rowKey(step.row)) ? text.outcomes.failed : text.outcomes.done
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The newest later change to the same targets. */
function newestLaterChange({ resource, targets }: Entry, later: readonly Entry[]): Entry | undefined {
  const keys = new Set(targets.map(targetKey))
  return later.find(
    (each) => each.resource === resource && each.targets.some((target) => keys.has(targetKey(target))),
  )
}

interface SummaryProps {
  change: Change
  steps: readonly UndoStep[]
  last: Entry | undefined
  overwrites: boolean
  onOverwrites: (overwrites: boolean) => void
}

function Summary({ change, steps, last, overwrites, onOverwrites }: SummaryProps) {
  const count = (state: UndoStep['state']) => steps.filter((step) => step.state === state).length
  const [restore, already, changed, missing] = [
    count('restore'),
    count('already'),
    count('changed'),
    count('missing'),
  ]
  const moves = change.rows.some(({ before }) => before !== null && 'belongs_to__application' in before)
  return (
    <>
      <Status as="div">
        {restore > 0 && <p>{text.restore(restore)}</p>}
        {already > 0 && <p>{text.already(already)}</p>}
        {missing > 0 && <p>{text.missing(missing)}</p>}
      </Status>
      {moves && restore > 0 && <p>{text.moveNote}</p>}
      {changed > 0 && (
        <>
          <Banner tone="warn">
            {text.changed(changed)}
            {last !== undefined && (
              <>
                {' '}
                <RelativeTime at={last.at} format={(at, now) => text.changedHere(relativeTime(at, now))} />
              </>
            )}
          </Banner>
          <Checkbox label={text.overwrite} checked={overwrites} onChange={onOverwrites} />
        </>
      )}
    </>
  )
}

interface StepsProps {
  change: Change
  steps: readonly UndoStep[]
  names: TargetNames
  labels: Readonly<Record<string, string>>
  outcomeOf: (step: UndoStep) => string
}

function Steps({ change, steps, names, labels, outcomeOf }: StepsProps) {
  const ofDevices = change.resource === 'device' || named[change.resource]?.owner === 'device'
  const ofFleets = change.resource === 'application' || named[change.resource]?.owner === 'application'
  const kind = ofDevices ? 'device' : ofFleets ? 'fleet' : undefined
  const nameOf = ({ row }: UndoStep) => {
    const own = row.label ?? (kind && names.names.get(targetKey({ kind, id: row.id }))) ?? ''
    return [own, row.name].filter(Boolean).join(' · ') || String(row.id)
  }
  return (
    <>
      <PlainTable label={text.plan} stacks>
        <TableHead
          columns={[text.columns.what, text.columns.now, text.columns.becomes, text.columns.result]}
        />
        <tbody>
          {steps.slice(0, MAX_STEPS).map((step) => (
            <tr key={rowKey(step.row)}>
              <th scope="row" className={styles.value}>
                {nameOf(step)}
              </th>
              <td data-label={text.columns.now} className={styles.value}>
                {formatFields(step.present ?? null, labels)}
              </td>
              <td data-label={text.columns.becomes} className={styles.value}>
                {formatFields(step.row.before, labels)}
              </td>
              <td data-label={text.columns.result}>{outcomeOf(step)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {steps.length > MAX_STEPS && <p className={styles.quiet}>{text.hidden(steps.length - MAX_STEPS)}</p>}
    </>
  )
}

const LONGEST_SHOWN = 300

/** The fields with their values; a single value is shown without the name of its field. */
function formatFields(
  fields: Readonly<Record<string, FieldValue>> | null,
  labels: Readonly<Record<string, string>>,
): string {
  if (fields === null) return text.absent
  const entries = Object.entries(fields)
  const format = ([field, value]: [string, FieldValue]) => {
    if (value === null || value === '') return text.absent
    if (typeof value === 'boolean') return value ? text.yes : text.no
    return (labels[`${field} ${value}`] ?? String(value)).slice(0, LONGEST_SHOWN)
  }
  if (entries.length === 1) return entries.map(format).join('')
  return entries.map((each) => `${activityFieldText[each[0]] ?? each[0]}: ${format(each)}`).join('\n')
}

function Done({ text: done }: { text: string }) {
  useAnnounced(done)
  return <p>{done}</p>
}
