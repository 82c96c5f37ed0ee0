import type { ReactNode } from 'react'
import { offers } from '@/api/api.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel, shortId, spokenVersion } from '@/domain/release/release-label.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { fleetText } from '@/messages/fleets/fleets.ts'
import { releasesText, releaseText } from '@/messages/releases/releases.ts'
import { classes } from '@/ui/classes.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { SelectAllCell, SelectCell } from '@/ui/table/SelectCells.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import type { RowSelection } from '@/ui/table/use-row-selection.ts'
import { ReleaseStatusBadge } from '@/widgets/release/ReleaseStatusBadge.tsx'
import type { ListedRelease } from './releases.queries.ts'
import releaseStyles from './Release.module.css'
import styles from './ReleaseTable.module.css'

const TAGS_IN_ROW = 5

interface ReleasesTableProps {
  fleet: Fleet
  releases: readonly ListedRelease[]
  stale: boolean
  selection: RowSelection
  bar: ReactNode
}

/** One page of releases, newest first. */
export function ReleasesTable({ fleet, releases, stale, selection, bar }: ReleasesTableProps) {
  const text = releasesText.columns
  return (
    <TableFrame label={releasesText.table} stale={stale} bar={bar} stacks>
      <thead>
        <tr>
          <SelectAllCell rows={releases} selection={selection} />
          <th scope="col">{text.version}</th>
          <th scope="col">{text.status}</th>
          <th scope="col">{text.commit}</th>
          <th scope="col">{text.tags}</th>
          <th scope="col">{text.created}</th>
          {offers('releaseAuthor') && <th scope="col">{text.by}</th>}
          <th scope="col" data-align="end">
            {text.devices}
          </th>
        </tr>
      </thead>
      <tbody>
        {releases.map((release) => (
          <ReleaseRow key={release.id} fleet={fleet} release={release} selection={selection} />
        ))}
      </tbody>
    </TableFrame>
  )
}

interface ReleaseRowProps {
  fleet: Fleet
  release: ListedRelease
  selection: RowSelection
}

function ReleaseRow({ fleet, release, selection }: ReleaseRowProps) {
  const version = releaseLabel(release)
  return (
    <tr data-selected={selection.ids.has(release.id) || undefined}>
      <SelectCell row={release.id} label={releasesText.select(version)} selection={selection} />
      <td role="rowheader" className={styles.version}>
        <span className={releaseStyles.inline}>
          <Link
            className={classes(styles.name, 'mono')}
            to={paths.release(fleet.id, release.id, fleet.is_of__class)}
            title={version}
          >
            {spokenVersion(release)}
          </Link>
          {fleet.should_be_running__release[0]?.id === release.id && <Tag>{releasesText.target}</Tag>}
          {!release.is_final && <Tag>{releaseText.draft}</Tag>}
          {release.is_invalidated && <Tag>{releaseText.invalidated}</Tag>}
        </span>
      </td>
      <td>
        <ReleaseStatusBadge release={release} />
      </td>
      <td className="mono" title={release.commit}>
        {shortId(release.commit)}
      </td>
      <td className={styles.tags} data-empty={release.release_tag.length === 0 || undefined}>
        <div>
          <TagList
            roomy
            tags={tagValues(release.release_tag)}
            max={TAGS_IN_ROW}
            label={releasesText.tagsOf(version)}
            empty={null}
          />
        </div>
      </td>
      <td className={styles.quiet}>
        <RelativeTime at={release.created_at} />
      </td>
      {offers('releaseAuthor') && (
        <td className={styles.quiet}>{release.is_created_by__user?.[0]?.username ?? '–'}</td>
      )}
      <td data-align="end" data-unit={fleetText.devicesNoun(release.is_running_on__device)}>
        {formatNumber(release.is_running_on__device)}
      </td>
    </tr>
  )
}
