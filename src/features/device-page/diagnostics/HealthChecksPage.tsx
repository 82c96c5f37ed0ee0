import { useQuery } from '@tanstack/react-query'
import { actionCalls, actionsService } from '@/api/actions.ts'
import type { Checks } from '@/api/model.ts'
import { isAtLeast } from '@/domain/os-update/os-version.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { QueryFailure } from '@/features/device-page/QueryFailure.tsx'
import { checksText, diagnosticsText } from '@/messages/device-page/diagnostics.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { SortHeader, TableFrame } from '@/ui/table/Table.tsx'
import { checksQuery } from './diagnostics.queries.ts'
import { ScriptPanel } from './ScriptPanel.tsx'
import { useScript } from './use-script.ts'
import styles from './Diagnostics.module.css'

/** First OS version with health checks. */
const MIN_OS = '2.11.0'

export function Component() {
  const page = useDevicePage()
  const { device, situation } = page
  const { data: run, error } = useQuery(checksQuery(device.uuid))
  const call = actionCalls.runChecks(device.uuid)
  const script = useScript({
    queryKey: checksQuery(device.uuid).queryKey,
    run: () => actionsService().send(call),
    failedTitle: checksText.runFailed,
  })
  const report = run?.stdout
  const isOld = device.os_version !== null && !isAtLeast(device.os_version, MIN_OS)
  return (
    <>
      <PageTitle
        hidden
        title={checksText.title}
        documentTitle={diagnosticsText.documentTitle(checksText.title, device.device_name)}
      />
      {isOld && <Banner tone="warn">{checksText.oldOs(MIN_OS)}</Banner>}
      {error && <QueryFailure error={error} prefixed={checksText.queryFailed} report />}
      <ScriptPanel
        page={page}
        title={checksText.title}
        run={run}
        runLabel={checksText.run}
        onRun={() => script.mutate()}
        call={call}
        file={report ? { what: 'checks', text: JSON.stringify(report, null, 2) } : null}
        facts={[
          { label: checksText.version, value: report?.diagnose_version ?? checksText.unknownVersion },
          ...(report ? [{ label: checksText.status, value: summaryOf(report.checks) }] : []),
        ]}
      >
        {run?.status === 'error' && run.error && <ErrorBanner>{run.error}</ErrorBanner>}
        {report ? (
          <ChecksTable checks={report.checks} />
        ) : run || error ? (
          <EmptyState compact title={situation.online ? checksText.noData : checksText.noDataOffline} />
        ) : (
          <LoadingRegion label={checksText.loading}>
            <SkeletonLines lines={8} height={20} />
          </LoadingRegion>
        )}
      </ScriptPanel>
    </>
  )
}

type CheckList = NonNullable<Checks['stdout']>['checks']

const summaryOf = (checks: CheckList) =>
  checksText.summary(checks.filter(({ success }) => !success).length, checks.length)

/** The checks and their results, failed ones first. */
function ChecksTable({ checks }: { checks: CheckList }) {
  const ordered = checks.toSorted((one, other) => Number(one.success) - Number(other.success))
  return (
    <TableFrame label={checksText.table}>
      <thead>
        <tr>
          <SortHeader>{checksText.name}</SortHeader>
          <SortHeader>{checksText.outcome}</SortHeader>
          <SortHeader>{checksText.status}</SortHeader>
        </tr>
      </thead>
      <tbody>
        {ordered.map(({ name, success, status }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <StatusBadge tone={success ? 'ok' : 'bad'}>
                {success ? checksText.succeeded : checksText.failed}
              </StatusBadge>
            </td>
            <td className={styles.said}>{status}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
