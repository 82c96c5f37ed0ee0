import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { acknowledgementsQuery, type AcknowledgedIssue } from '@/domain/device/acknowledgements.queries.ts'
import { issueSeverity, type IssueKind } from '@/domain/device/device-issues.ts'
import { queryText } from '@/domain/device/query/device-query.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { operations } from '@/domain/operations/operations.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { commonText } from '@/messages/common/common.ts'
import { labelled } from '@/messages/common/compose.ts'
import { issueKindText } from '@/messages/device-list/devices.ts'
import { acknowledgeText } from '@/messages/fleet-health/acknowledge.ts'
import { fleetIssuesText as text } from '@/messages/fleet-health/fleet-issues.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card, Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { IssueAction, type IssueRemedy } from './IssueAction.tsx'
import { issuesQuery, type IssueCount } from './issues.queries.ts'
import styles from './IssuesPage.module.css'

const AcknowledgeMatching = lazy(() =>
  import('./AcknowledgeMatching.tsx').then((loaded) => ({ default: loaded.AcknowledgeMatching })),
)
const AcknowledgedList = lazy(() =>
  import('@/widgets/issues/AcknowledgedList.tsx').then((loaded) => ({ default: loaded.AcknowledgedList })),
)

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
  const acknowledged = useQuery({
    ...acknowledgementsQuery(id),
    // Without issues there is nothing to acknowledge.
    enabled: (issues.data?.length ?? 0) > 0,
  })
  const present = (acknowledged.data ?? []).filter(({ isPresent }) => isPresent)
  const whyNotAcknowledge =
    whyNotAllowed(role ?? 'member', 'resin.device_tag.all') ??
    (acknowledged.data !== undefined
      ? undefined
      : acknowledged.isError
        ? acknowledgeText.failed
        : commonText.loading)
  const [openAction, setOpenAction] = useState<OpenAction>()
  // Here, so that what is typed is not lost when the issues change.
  const [asked, setAsked] = useState<{ kind: IssueKind; count: number; known: ReadonlySet<string> }>()
  return (
    <PageFrame title={text.title} documentTitle={text.documentTitle(fleet.app_name)}>
      {issues.data !== undefined && <StaleNotice queries={[issues, acknowledged]} paced />}
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
              {byAcknowledgement(issues.data, present).map(({ issue, known }) => (
                <IssueRow
                  key={issue.kind}
                  fleetId={id}
                  issue={issue}
                  known={known.size}
                  whyNotAcknowledge={whyNotAcknowledge}
                  onAcknowledge={() => setAsked({ kind: issue.kind, count: issue.count - known.size, known })}
                  whyNot={(remedy) => whyNotAllowed(role ?? 'member', operations[remedy].permission)}
                  onAsk={(remedy) => setOpenAction({ kind: issue.kind, remedy, count: issue.count })}
                />
              ))}
            </tbody>
          </PlainTable>
        )}
      </Card>
      {acknowledged.data !== undefined && acknowledged.data.length > 0 && (
        <Panel title={acknowledgeText.list} flush>
          <Suspense fallback={null}>
            <AcknowledgedList
              issues={acknowledged.data}
              whyNot={whyNotAllowed(role ?? 'member', 'resin.device_tag.all')}
            />
          </Suspense>
        </Panel>
      )}
      {asked && (
        <Suspense fallback={null}>
          <AcknowledgeMatching fleetId={id} {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
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

interface KnownIssue {
  issue: IssueCount
  /** The UUIDs of the devices for which it is acknowledged. */
  known: ReadonlySet<string>
}

const isWhollyKnown = ({ issue, known }: KnownIssue) => known.size >= issue.count

/** The issues, those that nobody has acknowledged first. */
const byAcknowledgement = (
  issues: readonly IssueCount[],
  acknowledged: readonly AcknowledgedIssue[],
): KnownIssue[] =>
  issues
    .map((issue) => ({
      issue,
      known: new Set(
        acknowledged.filter(({ kind }) => kind === issue.kind).map(({ device }) => device.cliName),
      ),
    }))
    .toSorted((one, other) => Number(isWhollyKnown(one)) - Number(isWhollyKnown(other)))

interface IssueRowProps {
  fleetId: number
  issue: IssueCount
  /** The number of devices for which it is acknowledged. */
  known: number
  whyNotAcknowledge: string | undefined
  onAcknowledge: () => void
  whyNot: (remedy: IssueRemedy) => string | undefined
  onAsk: (remedy: IssueRemedy) => void
}

function IssueRow({
  fleetId,
  issue: { kind, count, oldest, newest },
  known,
  whyNotAcknowledge,
  onAcknowledge,
  whyNot,
  onAsk,
}: IssueRowProps) {
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
        {known > 0 && (
          <span className={styles.known}>
            {known >= count
              ? acknowledgeText.all
              : acknowledgeText.some(formatNumber(known), formatNumber(count))}
          </span>
        )}
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
      <td className={styles.quiet} data-label={text.columns.since}>
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
          {known < count && (
            <Button
              size="s"
              variant="quiet"
              reason={whyNotAcknowledge}
              aria-label={acknowledgeText.openFor(name, formatNumber(count - known))}
              onClick={onAcknowledge}
            >
              {acknowledgeText.open}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} hidden failed={text.failed} />
