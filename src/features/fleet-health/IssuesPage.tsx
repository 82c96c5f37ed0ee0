import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { issueSeverity, type IssueKind } from '@/domain/device/device-issues.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { operations } from '@/domain/operations/operations.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { labelled } from '@/messages/common/compose.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { fleetIssuesText as text } from '@/messages/fleet-health/fleet-issues.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { IssueAction, type IssueRemedy } from './IssueAction.tsx'
import { issuesQuery, type IssueCount } from './issues.queries.ts'
import styles from './IssuesPage.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const fleet = await loadFleet(args)
  // Apps and blocks have no devices.
  if (fleet.is_of__class !== 'fleet') throw redirect(paths.application(fleet.id, fleet.is_of__class))
  readAhead(cacheOf(args), issuesQuery({ fleetId: fleet.id }))
  await cacheOf(args).ensureQueryData(fleetRoleQuery(fleet.id))
  return { id: fleet.id }
}

/** Operations on all devices with an issue. Other issues require opening the devices. */
const remedies: Partial<Record<IssueKind, readonly IssueRemedy[]>> = {
  'heartbeat-missing': ['reboot'],
  'crash-loop': ['restart', 'pin'],
  'service-down': ['restart'],
  'update-rejected': ['pin'],
  'update-aborted': ['pin'],
  'storage-full': ['purge'],
  'memory-full': ['restart'],
}

interface OpenAction {
  kind: IssueKind
  remedy: IssueRemedy
  count: number
}

/** The issues of a fleet's devices by kind, with their remedies. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useSuspenseQuery(fleetRoleQuery(id))
  const issues = useQuery(issuesQuery({ fleetId: id }))
  const [openAction, setOpenAction] = useState<OpenAction>()
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      {issues.data !== undefined && <StaleNotice query={issues} paced />}
      <Card flush={issues.data !== undefined && issues.data.length > 0}>
        {issues.data === undefined ? (
          <QueryFallback query={issues} failed={text.failed} lines={6} height={20} />
        ) : issues.data.length === 0 ? (
          <EmptyState
            icon={<IconCircleCheck size={24} aria-hidden="true" />}
            title={text.none}
            detail={text.noneDetail}
          />
        ) : (
          <PlainTable label={text.title} stacks>
            <thead>
              <tr>
                <th scope="col">{text.columns.severity}</th>
                <th scope="col">{text.columns.issue}</th>
                <th scope="col">{text.columns.devices}</th>
                <th scope="col">{text.columns.since}</th>
                <th scope="col">{text.columns.actions}</th>
              </tr>
            </thead>
            <tbody>
              {issues.data.map((issue) => (
                <IssueRow
                  key={issue.kind}
                  fleetId={id}
                  issue={issue}
                  whyNot={(remedy) => whyNotAllowed(role ?? 'member', operations[remedy].permission)}
                  onAsk={(remedy) => setOpenAction({ kind: issue.kind, remedy, count: issue.count })}
                />
              ))}
            </tbody>
          </PlainTable>
        )}
      </Card>
      {openAction && (
        <IssueAction
          key={`${openAction.kind} ${openAction.remedy}`}
          fleet={fleet}
          role={role ?? 'member'}
          {...openAction}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </PageFrame>
  )
}

interface IssueRowProps {
  fleetId: number
  issue: IssueCount
  whyNot: (remedy: IssueRemedy) => string | undefined
  onAsk: (remedy: IssueRemedy) => void
}

function IssueRow({ fleetId, issue: { kind, count, oldest, newest }, whyNot, onAsk }: IssueRowProps) {
  const severity = issueSeverity(kind)
  const name = issueKindText[kind]
  const query = queryText({ kind: 'condition', of: { field: 'issue' }, operator: '=', values: [kind] })
  return (
    <tr>
      <td>
        <StatusBadge tone={severity === 'critical' ? 'bad' : 'warn'}>{text.severity[severity]}</StatusBadge>
      </td>
      <th scope="row" className={styles.issue}>
        <span className={styles.name}>{name}</span>
        <span className={styles.next}>{text.next[kind]}</span>
      </th>
      <td>
        <Link
          to={`${paths.fleetDevices(fleetId)}?q=${encodedPart(query)}`}
          className={styles.count}
          aria-label={labelled(text.devices(formatNumber(count), count), name)}
        >
          {text.devices(formatNumber(count), count)}
        </Link>
      </td>
      <td className={styles.quiet} data-label={oldest === null ? undefined : text.columns.since}>
        {oldest === null ? (
          text.sinceUnknown
        ) : (
          <span className={styles.since}>
            <RelativeTime at={oldest} />
            {newest !== null && newest !== oldest && <RelativeTime at={newest} within={text.newest} />}
          </span>
        )}
      </td>
      <td>
        <span className={styles.actions}>
          {(remedies[kind] ?? []).map((remedy) => (
            <Button
              key={remedy}
              size="s"
              variant={operations[remedy].dangerous ? 'danger' : 'default'}
              reason={whyNot(remedy)}
              aria-label={text.forIssue(text.actions[remedy], name)}
              onClick={() => onAsk(remedy)}
            >
              {text.actions[remedy]}
            </Button>
          ))}
        </span>
      </td>
    </tr>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} hidden failed={text.failed} />
