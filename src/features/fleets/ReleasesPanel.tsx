import { useQuery } from '@tanstack/react-query'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel, shortId, spokenVersion } from '@/domain/release/release-label.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { releasesText, releaseText } from '@/messages/releases/releases.ts'
import { classes } from '@/ui/classes.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Sentence } from '@/ui/display/Sentence.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { ReleaseStatusBadge } from '@/widgets/release/ReleaseStatusBadge.tsx'
import { recentReleasesQuery, type RecentRelease } from './fleets.queries.ts'
import styles from './SummaryTable.module.css'

/** The latest releases of a fleet, app or block. */
export function ReleasesPanel({ fleet }: { fleet: Fleet }) {
  return (
    <Panel
      title={fleetSummaryText.releases}
      flush
      actions={
        <ButtonLink size="s" variant="quiet" to={paths.releases(fleet.id, fleet.is_of__class)}>
          {releasesText.all}
        </ButtonLink>
      }
    >
      <Content fleet={fleet} />
    </Panel>
  )
}

function Content({ fleet }: { fleet: Fleet }) {
  const releases = useQuery(recentReleasesQuery(fleet.id))
  if (releases.data === undefined) {
    return (
      <QueryFallback
        query={releases}
        failed={fleetSummaryText.releasesFailed}
        compact
        className={styles.loading}
        lines={5}
        height={20}
      />
    )
  }
  if (releases.data.length === 0) {
    return (
      <EmptyState
        compact
        title={fleetSummaryText.noReleases}
        detail={
          <Sentence
            of={fleetSummaryText.noReleasesDetail}
            slots={[
              <code key="command" className="mono">
                balena push {fleet.slug}
              </code>,
            ]}
          />
        }
      />
    )
  }
  const text = fleetSummaryText.releaseColumns
  const target = fleet.should_be_running__release[0]
  return (
    <>
      <StaleNotice query={releases} />
      <PlainTable stacks label={fleetSummaryText.releases}>
        <TableHead columns={[text.version, text.status, text.commit, text.created, { end: text.running }]} />
        <tbody>
          {releases.data.map((release) => (
            <ReleaseRow
              key={release.id}
              fleet={fleet}
              release={release}
              isTarget={release.id === target?.id}
            />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

interface ReleaseRowProps {
  fleet: Fleet
  release: RecentRelease
  isTarget: boolean
}

function ReleaseRow({ fleet, release, isTarget }: ReleaseRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.inline}>
          <Link
            className={classes(styles.name, 'mono')}
            to={paths.release(fleet.id, release.id, fleet.is_of__class)}
            title={releaseLabel(release)}
          >
            {spokenVersion(release)}
          </Link>
          {isTarget && <Tag>{fleetSummaryText.target}</Tag>}
          {!release.is_final && <Tag>{releaseText.draft}</Tag>}
          {release.is_invalidated && <Tag>{releaseText.invalidated}</Tag>}
        </span>
      </th>
      <td>
        <ReleaseStatusBadge release={release} />
      </td>
      <td className="mono" title={release.commit}>
        {shortId(release.commit)}
      </td>
      <td className={styles.quiet}>
        <RelativeTime at={release.created_at} />
      </td>
      <td data-align="end" data-unit={fleetText.devicesNoun(release.is_running_on__device)}>
        {formatNumber(release.is_running_on__device)}
      </td>
    </tr>
  )
}
