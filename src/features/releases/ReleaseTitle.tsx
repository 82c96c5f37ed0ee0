import { releaseLabel } from '@/domain/release-label.ts'
import { ReleaseStatusBadge } from '@/domain/ReleaseStatusBadge.tsx'
import { releasePageText, releasesText, releaseText } from '@/messages/releases.ts'
import { PageTitle } from '@/ui/PageTitle.tsx'
import { Tag } from '@/ui/Tag.tsx'
import type { ReleasePageData } from './load-release.ts'

interface ReleaseTitleProps extends Pick<ReleasePageData, 'fleet' | 'release'> {
  /** Which part of the release this is; the summary when left out. */
  part?: string
}

/** A release's name with its states; the same on each of its parts. */
export function ReleaseTitle({ fleet, release, part }: ReleaseTitleProps) {
  const version = releaseLabel(release)
  const isTarget = fleet.should_be_running__release[0]?.id === release.id
  return (
    <PageTitle
      title={version}
      documentTitle={
        part === undefined
          ? releasePageText.summaryTitle(version, fleet.app_name)
          : releasePageText.documentTitle(part, version, fleet.app_name)
      }
      state={
        <>
          <ReleaseStatusBadge release={release} />
          {isTarget && <Tag>{releasesText.target}</Tag>}
          {!release.is_final && <Tag>{releaseText.draft}</Tag>}
          {release.is_invalidated && <Tag>{releaseText.invalidated}</Tag>}
        </>
      }
    />
  )
}
