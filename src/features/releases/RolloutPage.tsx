import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { choiceIn, pageIn, withParams } from '@/lib/url-state.ts'
import { releasePageText, releasesText, rolloutText } from '@/messages/releases/releases.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { loadRelease, useReleasePage } from './load-release.ts'
import { ReleaseTitle } from './ReleaseTitle.tsx'
import { rolloutCountsQuery, targetCount, type RolloutCounts } from './rollout.queries.ts'
import { rolloutGroups, rolloutTone, targetGroups, type RolloutGroup } from './rollout.ts'
import { RolloutDevices } from './RolloutDevices.tsx'
import styles from './Release.module.css'
import tableStyles from './ReleaseTable.module.css'

const CountsMatrix = lazy(() =>
  import('@/widgets/device/CountsMatrix.tsx').then((loaded) => ({ default: loaded.CountsMatrix })),
)

/** In px. */
const MATRIX_HEIGHT = 66

export async function loader(args: LoaderFunctionArgs) {
  const { fleet, release } = await loadRelease(args)
  // Apps and blocks have no devices.
  if (fleet.is_of__class !== 'fleet') throw redirect(paths.release(fleet.id, release.id, fleet.is_of__class))
  readAhead(cacheOf(args), rolloutCountsQuery(fleet.id, release))
  return null
}

/** The rollout of a release: how many devices run it, are updating, failed, or have been offline since. */
export function Component() {
  const page = useReleasePage()
  const { fleet, release } = page
  const [params, setParams] = useSearchParams()
  const counts = useQuery(rolloutCountsQuery(fleet.id, release))
  const group = choiceIn(params, 'group', rolloutGroups, defaultGroup(counts.data))
  const choose = (next: RolloutGroup) =>
    setParams(withParams(params, { group: next, page: undefined }), { preventScrollReset: true })
  return (
    <div className={styles.screen}>
      <ReleaseTitle {...page} part={releasePageText.rollout} />
      <StaleNotice query={counts} paced />
      <Panel title={rolloutText.title}>
        {counts.data !== undefined ? (
          <Progress version={releaseLabel(release)} pushed={release.created_at} counts={counts.data} />
        ) : (
          <QueryFallback query={counts} failed={rolloutText.failed} compact lines={2} height={20} />
        )}
      </Panel>
      <div className={tableStyles.groups} role="group" aria-label={rolloutText.choose}>
        {rolloutGroups.map((each) => (
          <Button
            key={each}
            className={tableStyles.group}
            aria-pressed={each === group}
            title={rolloutText.explain[each]}
            onClick={() => choose(each)}
          >
            <StatusMark tone={rolloutTone[each]} />
            {rolloutText.groups[each]} {counts.data && <b>{formatNumber(counts.data[each])}</b>}
          </Button>
        ))}
      </div>
      <p className={styles.quiet}>{rolloutText.explain[group]}</p>
      <RolloutDevices
        fleetId={fleet.id}
        release={release}
        group={group}
        page={pageIn(params)}
        total={counts.data?.[group]}
        onPage={(page) => setParams(withParams(params, { page: page === 1 ? undefined : String(page) }))}
      />
    </div>
  )
}

/** The most relevant group: failures, else devices that do not run the release yet. */
function defaultGroup(counts: RolloutCounts | undefined): RolloutGroup {
  const order = ['failed', 'moving', 'waiting', 'unseen', 'leaving'] as const
  return order.find((group) => counts !== undefined && counts[group] > 0) ?? 'landed'
}

interface ProgressProps {
  version: string
  /** When it was pushed. */
  pushed: string
  counts: RolloutCounts
}

function Progress({ version, pushed, counts }: ProgressProps) {
  const [params] = useSearchParams()
  const targets = targetCount(counts)
  if (targets === 0) return <EmptyState compact title={rolloutText.none} detail={rolloutText.noneDetail} />
  return (
    <div className={tableStyles.progress}>
      <Status paced={counts.landed < targets}>
        <b>{rolloutText.landed(version, formatNumber(counts.landed), formatNumber(targets))}</b>{' '}
        <span className={styles.quiet}>{formatPercent((counts.landed / targets) * 100)}</span>
      </Status>
      <p className={styles.quiet}>
        <RelativeTime at={pushed} within={rolloutText.pushed} />
      </p>
      <Suspense fallback={<div style={{ height: MATRIX_HEIGHT }} />}>
        <CountsMatrix
          label={rolloutText.progress(version)}
          height={MATRIX_HEIGHT}
          // What is not done first, as in the matrix of a fleet.
          parts={targetGroups.toReversed().map((group) => ({
            key: group,
            label: rolloutText.groups[group],
            count: counts[group],
            tone: rolloutTone[group],
            to: `?${withParams(params, { group, page: undefined }).toString()}`,
          }))}
        />
      </Suspense>
    </div>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={releasesText.title} hidden flush failed={rolloutText.failed} />
)
