import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Tone } from '@/domain/device/device-status.ts'
import { queryText, type Condition } from '@/domain/device/query/device-query.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import type { Kept } from '@/engines/rollouts/rollout-record.ts'
import { RUNNER_LOST_MS, type SeenMembers } from '@/engines/rollouts/rollout-runner.ts'
import {
  canDo,
  isOver,
  stageCauses,
  stageGroups,
  stageWaits,
  type RolloutAction,
  type RolloutState,
  type RolloutStatus,
  type StageCause,
} from '@/engines/rollouts/rollout.ts'
import { formatNumber, formatSpan } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { beside } from '@/messages/common/compose.ts'
import {
  actionText,
  causeText,
  eventText,
  groupExplained,
  groupText,
  limitWords,
  phaseText,
  reasonText,
  rolloutStatusText,
  rolloutsText as text,
  stageName,
} from '@/messages/rollouts/rollouts.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusBadge, StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { WatchButton } from '@/widgets/watches/WatchButton.tsx'
import type { WatchSubject } from '@/widgets/watches/WatchDialog.tsx'
import { groupTone } from './group-tone.ts'
import { requestAction, rolloutQuery } from './rollouts.queries.ts'
import { joinRun, useTabRun, wakeRun } from './runs.ts'
import { StageMatrix } from './StageMatrix.tsx'
import styles from './Rollouts.module.css'

const statusTone: Record<RolloutStatus, Tone> = {
  running: 'info',
  paused: 'warn',
  aborting: 'warn',
  aborted: 'bad',
  done: 'ok',
}

interface BoardProps {
  fleet: Fleet
  kept: Kept
  /** Why nothing can be changed. */
  reason: string | undefined
  onBegun: () => void
}

/** The progress of a rollout, stage by stage, and the actions on it. */
export function Board({ fleet, kept, reason, onBegun }: BoardProps) {
  const { state } = kept
  const run = useTabRun(fleet.id)
  const isHere = run?.isRunning === true
  const isGoingOn = !isOver(state)
  // After another runner took over, the record is newer than what this tab saw.
  const members = run?.kept?.revision === kept.revision ? run.members : undefined
  // Closes the plan form, which is no longer needed.
  useEffect(() => {
    if (isGoingOn) onBegun()
  }, [isGoingOn, onBegun])
  return (
    <div className={styles.screen}>
      <Panel
        title={text.of(state.release.label)}
        aside={<StatusBadge tone={statusTone[state.status]}>{rolloutStatusText[state.status]}</StatusBadge>}
        actions={
          isGoingOn && (
            <>
              <WatchButton subject={watchSubject(fleet, state)} />
              <Actions fleetId={fleet.id} kept={kept} isHere={isHere} reason={reason} />
            </>
          )
        }
      >
        <div className={styles.stack}>
          {state.reason && (
            <Banner tone="warn">
              {state.reason.kind === 'person' ? userRequestText(state) : reasonText(state.reason, state.plan)}
            </Banner>
          )}
          {run?.poll?.trouble !== undefined && (
            <Banner tone="bad">{text.trouble(errorMessage(run.poll.trouble))}</Banner>
          )}
          {run?.poll?.end === 'taken-over' && isGoingOn && <Banner tone="info">{text.takenOver}</Banner>}
          {isGoingOn && <RunnerBanner fleetId={fleet.id} kept={kept} isHere={isHere} reason={reason} />}
          <p className={styles.quiet}>
            {state.plan.devices === '' ? text.allDevices : text.filtered(state.plan.devices)}{' '}
            {text.landedAfter(state.plan.healthyMinutes)}{' '}
            {state.plan.limits
              .map((limit) => text.limit(limitWords(limit), limit.action === 'abort'))
              .join(' ')}
          </p>
        </div>
      </Panel>
      <ol className={styles.board} aria-label={text.stages}>
        {[...state.stages.keys()].map((at) => (
          <Stage key={at} fleet={fleet} state={state} at={at} members={members} />
        ))}
      </ol>
      <Panel title={text.history}>
        <ol className={styles.history}>
          {state.history.toReversed().map((event) => (
            <li key={`${event.at} ${event.what} ${event.stage}`}>
              <RelativeTime at={event.at} />
              <span>
                {eventText(event, state.plan.stages)}
                {event.reason && (
                  <span className={styles.quiet}> {reasonText(event.reason, state.plan)}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

/** A watch for the rollout, limited to the stages that can still end. */
const watchSubject = (fleet: Fleet, { id, release, stages, plan }: RolloutState): WatchSubject => ({
  of: 'rollout',
  fleet: { id: fleet.id, name: fleet.app_name },
  rollout: { id, release: release.label },
  stages: [...stages.entries()]
    .filter(([, { phase }]) => phase !== 'ended' && phase !== 'skipped')
    .map(([at]) => ({ at, name: stageName(plan.stages[at] ?? {}, at) })),
})

/** The state that a user requested, with the user's name. */
function userRequestText({ status, history }: RolloutState): string {
  if (status === 'aborted') return text.aborted
  const request = history.findLast(({ what }) => what === 'pause' || what === 'abort')
  return status === 'aborting' ? text.aborting(request?.by ?? '') : text.paused(request?.by ?? '')
}

interface PartProps {
  fleetId: number
  kept: Kept
  isHere: boolean
  reason: string | undefined
}

/** Shows which runner runs the rollout, with a button to run it here instead. */
function RunnerBanner({ fleetId, kept: { runner, at }, isHere, reason }: PartProps) {
  const [isJoining, setJoining] = useState(false)
  if (isHere) return <Status>{text.runsHere}</Status>
  const isLost = api().now() - at > RUNNER_LOST_MS
  const join = async () => {
    setJoining(true)
    await joinRun(fleetId).catch((error: unknown) => showFailure(error))
    setJoining(false)
  }
  return (
    <Banner
      tone={isLost ? 'warn' : 'info'}
      action={
        <Button size="s" reason={reason} busy={isJoining} onClick={() => void join()}>
          {text.runHere}
        </Button>
      }
    >
      {isLost ? text.runsNowhere : text.runsElsewhere(runner.name)}{' '}
      <RelativeTime at={at} format={(instant, now) => text.lastRan(formatSpan(Math.max(0, now - instant)))} />
    </Banner>
  )
}

const showFailure = (error: unknown) =>
  showToast({ tone: 'bad', key: 'rollout', title: text.askFailed, detail: errorMessage(error) })

/** Pause or resume, skip, abort. If no other runner carries out the action, this tab does. */
function Actions({ fleetId, kept, isHere, reason }: PartProps) {
  const { state, at } = kept
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'skip' | 'abort' | null>(null)
  const [pendingAction, setPendingAction] = useState<RolloutAction | null>(null)
  const ask = async (action: RolloutAction) => {
    await requestAction(fleetId, action)
    if (!wakeRun(fleetId) && (action === 'abort' || api().now() - at > RUNNER_LOST_MS)) await joinRun(fleetId)
    await queries.invalidateQueries({ queryKey: rolloutQuery(fleetId).queryKey })
  }
  const press = async (action: RolloutAction) => {
    setPendingAction(action)
    await ask(action).catch(showFailure)
    setPendingAction(null)
  }
  const first = state.status === 'paused' ? 'resume' : 'pause'
  const current = state.plan.stages[state.stage]
  return (
    <>
      <Button
        size="s"
        reason={reason ?? (canDo(state, first) ? undefined : text.notNow)}
        busy={pendingAction === first}
        onClick={() => void press(first)}
      >
        {actionText[first]}
      </Button>
      <Button
        size="s"
        reason={reason ?? (canDo(state, 'skip') ? undefined : text.notNow)}
        onClick={() => setAsking('skip')}
      >
        {actionText.skip}
      </Button>
      <Button
        size="s"
        variant="danger"
        reason={reason ?? (canDo(state, 'abort') ? undefined : text.notNow)}
        onClick={() => setAsking('abort')}
      >
        {actionText.abort}
      </Button>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={
          asking === 'skip' && current
            ? text.skipTitle(stageName(current, state.stage))
            : text.abortTitle(state.release.label)
        }
        confirmLabel={asking === 'skip' ? actionText.skip : actionText.abort}
        danger={asking === 'abort'}
        describeError={errorMessage}
        onConfirm={() => ask(asking ?? 'abort')}
      >
        <p>{asking === 'skip' ? text.skipDetail : text.abortDetail}</p>
        {!isHere && asking === 'abort' && <p>{text.abortHere}</p>}
      </ConfirmDialog>
    </>
  )
}

/** A device list filter for the devices that failed for this reason. */
function causeQuery(cause: StageCause, label: string): string | undefined {
  if (cause !== 'rejected' && cause !== 'aborted') return undefined
  const condition = (field: 'target' | 'update', value: string): Condition => ({
    kind: 'condition',
    of: { field },
    operator: '=',
    values: [value],
  })
  return queryText({ kind: 'and', terms: [condition('target', label), condition('update', cause)] })
}

interface StageProps {
  fleet: Fleet
  state: RolloutState
  at: number
  /** Known only in the tab that runs the rollout. */
  members: SeenMembers | undefined
}

/** One stage as a column. */
function Stage({ fleet, state, at, members }: StageProps) {
  const [stage, planned] = [state.stages[at], state.plan.stages[at]]
  if (stage === undefined || planned === undefined) return null
  const name = stageName(planned, at)
  const total = stageGroups.reduce((sum, group) => sum + stage.counts[group], 0)
  const waits = at === state.stage && state.status === 'running' ? stageWaits(state, api().now()) : null
  const isCurrent = at === state.stage && !isOver(state)
  const phase =
    waits !== null
      ? text.waits(formatSpan(waits))
      : state.status === 'aborted' && stage.members === undefined
        ? text.notBegun
        : (isCurrent && state.status !== 'running') || (state.status === 'aborted' && stage.phase !== 'ended')
          ? rolloutStatusText[state.status]
          : phaseText[stage.phase]
  return (
    <li className={styles.stage} aria-current={isCurrent ? 'step' : undefined}>
      <h3>
        <span className={styles.quiet}>{text.stage(at + 1)}</span> {name}
      </h3>
      <p className={styles.phase}>
        {stage.members === undefined ? phase : beside(phase, text.devices(total))}
      </p>
      {planned.window && (
        <p className={styles.quiet}>
          {text.window(planned.window.from, planned.window.to, planned.window.timezone ?? 'UTC')}
        </p>
      )}
      <StageMatrix
        label={name}
        fleetId={fleet.id}
        releaseId={state.release.id}
        stage={stage}
        seen={members}
      />
      <dl className={styles.counts}>
        {stageGroups.map((group) => (
          <div key={group} title={groupExplained[group]} data-none={stage.counts[group] === 0 || undefined}>
            <dt>
              <StatusMark tone={groupTone[group]} />
              {groupText[group]}
            </dt>
            <dd>{formatNumber(stage.counts[group])}</dd>
          </div>
        ))}
      </dl>
      {stageCauses.some((cause) => (stage.causes[cause] ?? 0) > 0) && (
        <ul className={styles.plainList} aria-label={text.causes}>
          {stageCauses.map((cause) => {
            const count = stage.causes[cause] ?? 0
            if (count === 0) return null
            const query = causeQuery(cause, state.release.label)
            const words = `${causeText[cause]}: ${formatNumber(count)}`
            return (
              <li key={cause}>
                {query === undefined ? (
                  words
                ) : (
                  <Link to={`${paths.fleetDevices(fleet.id)}?q=${encodedPart(query)}`}>{words}</Link>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
