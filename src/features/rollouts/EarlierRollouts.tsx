import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import type { RolloutState } from '@/engines/rollouts/rollout.ts'
import { paths } from '@/lib/paths.ts'
import { rolloutStatusText, rolloutsText as text } from '@/messages/rollouts/rollouts.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { concludedRolloutsQuery } from './rollouts.queries.ts'

interface EarlierRolloutsProps {
  fleetId: number
  /** The rollout on the board. */
  shown: RolloutState | null
}

/** The results of earlier rollouts; nothing if there are none. */
export function EarlierRollouts({ fleetId, shown }: EarlierRolloutsProps) {
  const query = useQuery(concludedRolloutsQuery(fleetId, shown?.id))
  if (query.isError)
    return (
      <Panel title={text.earlier}>
        <ErrorState
          title={text.earlierFailed}
          detail={errorMessage(query.error)}
          recovers={mayRecover(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Panel>
    )
  // Excludes the rollout on the board. Until that one ends, the tag of its release holds the result of an earlier
  // rollout of the same release.
  const end = shown?.status === 'done' || shown?.status === 'aborted' ? shown.history.at(-1)?.at : undefined
  const earlier = (query.data ?? []).filter(
    ({ release, at }) => release.id !== shown?.release.id || at !== end,
  )
  if (earlier.length === 0) return null
  return (
    <Panel title={text.earlier} footer={text.earlierDetail}>
      <PlainTable label={text.earlier} stacks>
        <TableHead
          columns={[text.columns.release, text.columns.ended, text.columns.landed, text.columns.by]}
        />
        <tbody>
          {earlier.map(({ release, status, at, landed, devices, by }) => (
            <tr key={release.id}>
              <td role="rowheader">
                <Link to={paths.release(fleetId, release.id)}>{release.label}</Link>
              </td>
              <td>
                <StatusBadge tone={status === 'done' ? 'ok' : 'bad'} plain>
                  {rolloutStatusText[status]}
                </StatusBadge>{' '}
                <RelativeTime at={at} />
              </td>
              <td>
                {landed === undefined || devices === undefined
                  ? text.unknown
                  : text.landedOf(landed, devices)}
              </td>
              <td>{by ?? text.unknown}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Panel>
  )
}
