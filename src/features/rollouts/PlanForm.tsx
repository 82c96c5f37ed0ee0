import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { limitKinds } from '@/engines/rollouts/rollout-plan.ts'
import { RolloutMoved } from '@/engines/rollouts/rollout-store.ts'
import { formatNumber } from '@/lib/format.ts'
import {
  dryRunText,
  planText as text,
  rolloutsText,
  skippedLines,
  stageName,
} from '@/messages/rollouts/rollouts.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'
import {
  newLimit,
  newStage,
  dropDraft,
  keepDraft,
  keptDraft,
  newDraft,
  draftedPlan,
  stageKinds,
  type LimitDraft,
  type PlanDraft,
  type StageDraft,
} from './plan-draft.ts'
import { dryRunQuery, rolloutQuery } from './rollouts.queries.ts'
import { beginRun } from './runs.ts'
import styles from './Rollouts.module.css'

const options = <Value extends string>(words: Readonly<Record<Value, string>>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: words[value] }))

/** Edits the plan of a staged rollout, previews its effect, and starts it. */
export function PlanForm({ fleetId, reason }: { fleetId: number; reason: string | undefined }) {
  const [draft, setDraft] = useState(() => keptDraft(fleetId) ?? newDraft())
  const [starting, setStarting] = useState<{ failed?: string } | null>(null)
  const queries = useQueryClient()
  const change = (part: Partial<PlanDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(fleetId, next)
  }
  const { release } = draft
  const read = draftedPlan(draft)
  const start = async () => {
    if (release === null || !('plan' in read)) return
    setStarting({})
    try {
      await beginRun(fleetId, { release, plan: read.plan })
      dropDraft(fleetId)
      await queries.invalidateQueries({ queryKey: rolloutQuery(fleetId).queryKey })
    } catch (error) {
      setStarting({ failed: error instanceof RolloutMoved ? rolloutsText.moved : errorMessage(error) })
    }
  }
  const whyNot = reason ?? (release === null ? text.noRelease : 'problem' in read ? read.problem : undefined)
  return (
    <form
      className={styles.columns}
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNot === undefined) void start()
      }}
    >
      <div className={styles.main}>
        <Panel title={text.release} aside={release && <span className="mono">{release.label}</span>}>
          <div className={styles.releases}>
            <ReleasePicker
              fleetId={fleetId}
              value={release?.id ?? null}
              onChange={(chosen) =>
                change({ release: { id: chosen.id, label: releaseLabel(chosen).slice(0, 100) } })
              }
            />
          </div>
        </Panel>
        <Panel title={text.stages}>
          <ol className={styles.rows}>
            {draft.stages.map((stage, at) => (
              <StageRow
                key={stage.key}
                at={at}
                stage={stage}
                onChange={(next) => change({ stages: draft.stages.with(at, next) })}
                {...(draft.stages.length > 1
                  ? { onRemove: () => change({ stages: draft.stages.toSpliced(at, 1) }) }
                  : {})}
              />
            ))}
          </ol>
          <Button
            size="s"
            icon={<IconPlus size={15} aria-hidden="true" />}
            onClick={() => change({ stages: [...draft.stages, newStage()] })}
          >
            {text.addStage}
          </Button>
        </Panel>
        <Panel title={text.limits}>
          <p className={styles.quiet}>{text.limitsDetail}</p>
          <ol className={styles.rows}>
            {draft.limits.map((limit, at) => (
              <LimitRow
                key={limit.key}
                at={at}
                limit={limit}
                onChange={(next) => change({ limits: draft.limits.with(at, next) })}
                onRemove={() => change({ limits: draft.limits.toSpliced(at, 1) })}
              />
            ))}
          </ol>
          <Button
            size="s"
            icon={<IconPlus size={15} aria-hidden="true" />}
            onClick={() => change({ limits: [...draft.limits, newLimit()] })}
          >
            {text.addLimit}
          </Button>
        </Panel>
        <DevicesPanel draft={draft} onChange={change} />
      </div>
      <div className={styles.side}>
        <Panel title={dryRunText.title}>
          {release !== null && 'plan' in read ? (
            <DryRunResult fleetId={fleetId} release={release.id} plan={read.plan} />
          ) : (
            <p className={styles.quiet}>{whyNot ?? text.noRelease}</p>
          )}
          {starting?.failed !== undefined && <ErrorBanner>{starting.failed}</ErrorBanner>}
          <div className={styles.foot}>
            <Button
              type="submit"
              variant="primary"
              reason={whyNot}
              busy={starting !== null && starting.failed === undefined}
            >
              {text.start}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                dropDraft(fleetId)
                setDraft(newDraft())
              }}
            >
              {text.reset}
            </Button>
          </div>
        </Panel>
      </div>
    </form>
  )
}

/** The devices of the plan, and when the update of a device counts as successful. */
function DevicesPanel({
  draft,
  onChange: change,
}: {
  draft: PlanDraft
  onChange: (part: Partial<PlanDraft>) => void
}) {
  return (
    <Panel title={text.devices}>
      <div className={styles.fields}>
        <TextField
          className={styles.whole}
          label={text.filter}
          description={text.filterDetail}
          value={draft.devices}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change({ devices: event.target.value })}
        />
        <div className={styles.checks} role="group" aria-label={text.skip}>
          <Checkbox
            label={text.skipOffline}
            checked={draft.skipOffline}
            onChange={(skipOffline) => change({ skipOffline })}
          />
          <Checkbox
            label={text.skipLocked}
            checked={draft.skipLocked}
            onChange={(skipLocked) => change({ skipLocked })}
          />
        </div>
        <Minutes
          label={text.healthy}
          value={draft.healthyMinutes}
          onChange={(healthyMinutes) => change({ healthyMinutes })}
        />
        <Minutes
          label={text.notSeen}
          value={draft.notSeenMinutes}
          onChange={(notSeenMinutes) => change({ notSeenMinutes })}
        />
      </div>
    </Panel>
  )
}

function Minutes({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      label={label}
      value={value}
      inputMode="numeric"
      onChange={(event) => onChange(event.target.value)}
      aside={<span className={styles.unit}>{text.minutes}</span>}
    />
  )
}

/** A removable row of a list. */
function Row({ label, onRemove, children }: { label: string; onRemove?: () => void; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>{label}</legend>
        <div className={styles.fields}>{children}</div>
      </fieldset>
      {onRemove && (
        <IconButton
          size="s"
          label={text.remove(label)}
          icon={<IconTrash size={16} aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

interface StageRowProps {
  at: number
  stage: StageDraft
  onChange: (stage: StageDraft) => void
  onRemove?: () => void
}

function StageRow({ at, stage, onChange, ...row }: StageRowProps) {
  const field = (name: Exclude<keyof StageDraft, 'kind'>) => ({
    value: stage[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...stage, [name]: event.target.value }),
  })
  return (
    <Row label={text.stage(at + 1)} {...row}>
      <SelectField
        label={text.kind}
        value={stage.kind}
        options={options(text.kinds, stageKinds)}
        onChange={(kind) => onChange({ ...stage, kind })}
      />
      {stage.kind === 'percent' && (
        <TextField required label={text.percent} inputMode="decimal" {...field('percent')} />
      )}
      {stage.kind === 'tag' && (
        <>
          <TextField required label={text.tagKey} {...field('tagKey')} />
          <TextField label={text.tagValue} {...field('tagValue')} />
        </>
      )}
      {stage.kind === 'devices' && (
        <TextArea className={styles.whole} mono required label={text.uuids} {...field('devices')} />
      )}
      <TextField
        label={text.wait}
        inputMode="numeric"
        {...field('wait')}
        aside={<span className={styles.unit}>{text.minutes}</span>}
      />
      <TextField type="time" label={text.from} {...field('from')} />
      <TextField type="time" label={text.to} {...field('to')} />
    </Row>
  )
}

interface LimitRowProps {
  at: number
  limit: LimitDraft
  onChange: (limit: LimitDraft) => void
  onRemove: () => void
}

function LimitRow({ at, limit, onChange, ...row }: LimitRowProps) {
  return (
    <Row label={text.limit(at + 1)} {...row}>
      <TextField
        label={text.amount}
        inputMode="decimal"
        value={limit.amount}
        onChange={(event) => onChange({ ...limit, amount: event.target.value })}
      />
      <SelectField
        label={text.unit}
        value={limit.unit}
        options={options(text.units, ['percent', 'number'] as const)}
        onChange={(unit) => onChange({ ...limit, unit })}
      />
      <SelectField
        label={text.what}
        value={limit.of}
        options={options(text.limitKinds, limitKinds)}
        onChange={(of) => onChange({ ...limit, of })}
      />
      <SelectField
        label={text.action}
        value={limit.action}
        options={options(text.actions, ['pause', 'abort'] as const)}
        onChange={(action) => onChange({ ...limit, action })}
      />
    </Row>
  )
}

function DryRunResult({
  fleetId,
  release,
  plan,
}: {
  fleetId: number
  release: number
  plan: Parameters<typeof dryRunQuery>[2]
}) {
  const found = useQuery(dryRunQuery(fleetId, release, plan))
  if (found.data === undefined)
    return <QueryFallback query={found} failed={dryRunText.failed} compact lines={4} height={20} />
  const { stages, skipped, outside, total } = found.data
  return (
    <Status as="div" className={styles.stack}>
      <p>{dryRunText.matches(formatNumber(total), total)}</p>
      <ol className={styles.facts}>
        {[...stages.entries()].map(([at, count]) => (
          <li key={at}>
            <span>{stageName(plan.stages[at] ?? {}, at)}</span>
            <b>{dryRunText.devices(count)}</b>
          </li>
        ))}
      </ol>
      {skippedLines(skipped).length > 0 && (
        <>
          <p className={styles.quiet}>{dryRunText.skipped}</p>
          <ul className={styles.plainList}>
            {skippedLines(skipped).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {outside > 0 && <p className={styles.quiet}>{dryRunText.outside(dryRunText.devices(outside))}</p>}
    </Status>
  )
}
