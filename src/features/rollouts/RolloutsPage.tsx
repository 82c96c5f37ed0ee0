import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { errorMessage } from '@/api/error-message.ts'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { RolloutUnreadable } from '@/engines/rollouts/rollout-record.ts'
import { isOver } from '@/engines/rollouts/rollout.ts'
import { paths } from '@/lib/paths.ts'
import { sentences } from '@/messages/common/compose.ts'
import { planText, rolloutsText as text } from '@/messages/rollouts/rollouts.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { Board } from './Board.tsx'
import { EarlierRollouts } from './EarlierRollouts.tsx'
import { keptDraft } from './plan-draft.ts'
import { PlanForm } from './PlanForm.tsx'
import { discardRollout, rolloutQuery } from './rollouts.queries.ts'
import { useTabRun } from './runs.ts'

export async function loader(args: LoaderFunctionArgs) {
  const fleet = await loadFleet(args)
  // Apps and blocks have no devices.
  if (fleet.is_of__class !== 'fleet') throw redirect(paths.application(fleet.id, fleet.is_of__class))
  readAhead(cacheOf(args), rolloutQuery(fleet.id))
  await cacheOf(args).ensureQueryData(fleetRoleQuery(fleet.id))
  return { id: fleet.id }
}

/** The staged rollout of a fleet: its plan, then its board. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useSuspenseQuery(fleetRoleQuery(id))
  const [isPlanning, setPlanning] = useState(() => keptDraft(id) !== undefined)
  const run = useTabRun(id)
  const query = useQuery(rolloutQuery(id))
  // The state of this tab's own run may be newer than the last response.
  const isNewer = run?.kept != null && query.data != null && run.kept.revision > query.data.revision
  // Data read before its tags became unreadable is outdated.
  const isBroken = query.error instanceof RolloutUnreadable
  const kept = run?.isRunning || isNewer ? run?.kept : isBroken ? undefined : query.data
  const isGoingOn = kept != null && !isOver(kept.state)
  const reason = whyNotRollOut(role ?? 'member')
  const showsForm = isPlanning && !isGoingOn
  const plan = (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={reason}
      onClick={() => setPlanning(true)}
    >
      {planText.open}
    </Button>
  )
  return (
    <PageFrame
      title={text.title}
      documentTitle={text.documentTitle(fleet.app_name)}
      actions={!showsForm && kept != null && !isGoingOn && plan}
    >
      {query.data !== undefined && !isBroken && <StaleNotice query={query} />}
      {showsForm && <PlanForm fleetId={id} reason={reason} />}
      {kept === undefined ? (
        <Card>
          {query.isError ? (
            <Failed fleetId={id} error={query.error} retrying={query.isFetching} reason={reason} />
          ) : (
            <LoadingRegion>
              <SkeletonLines lines={6} height={20} />
            </LoadingRegion>
          )}
        </Card>
      ) : kept === null ? (
        !showsForm && (
          <Card>
            <EmptyState title={text.empty} detail={text.emptyDetail} action={plan} />
          </Card>
        )
      ) : (
        <Board fleet={fleet} kept={kept} reason={reason} onBegun={() => setPlanning(false)} />
      )}
      <EarlierRollouts fleetId={id} shown={kept?.state ?? null} />
    </PageFrame>
  )
}

/** Requires permission to pin devices and to store the rollout in the fleet's tags. Undefined if both are granted. */
const whyNotRollOut = (role: Parameters<typeof whyNotAllowed>[0]) =>
  whyNotAllowed(role, 'resin.application_tag.all') ?? whyNotAllowed(role, 'resin.device.update')

interface FailedProps {
  fleetId: number
  error: Error
  retrying: boolean
  reason: string | undefined
}

/** The rollout could not be read: offers to retry, or to discard it if its tags are broken. */
function Failed({ fleetId, error, retrying, reason }: FailedProps) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const again = () => queries.invalidateQueries({ queryKey: rolloutQuery(fleetId).queryKey })
  const isBroken = error instanceof RolloutUnreadable
  return (
    <>
      <ErrorState
        title={isBroken ? text.unreadable : text.failed}
        detail={isBroken ? sentences(error.message, text.unreadableDetail) : errorMessage(error)}
        onRetry={() => void again()}
        retrying={retrying}
        action={
          isBroken && (
            <Button size="s" variant="danger" reason={reason} onClick={() => setAsking(true)}>
              {text.discard}
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={text.discardTitle}
        confirmLabel={text.discard}
        danger
        describeError={errorMessage}
        onConfirm={async () => {
          await discardRollout(fleetId)
          await again()
        }}
      >
        <p>{text.discardDetail}</p>
      </ConfirmDialog>
    </>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} hidden failed={text.failed} />
