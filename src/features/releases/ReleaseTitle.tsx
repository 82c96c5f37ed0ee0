import { IconArrowsDiff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseLabel, spokenVersion } from '@/domain/release/release-label.ts'
import { derivedReleaseStatus, isFailedLike } from '@/domain/release/release-status.ts'
import { releasePageText, releasesText, releaseText } from '@/messages/releases/releases.ts'
import { runReleaseText } from '@/messages/releases/run-release.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { ReleaseStatusBadge } from '@/widgets/release/ReleaseStatusBadge.tsx'
import { RunReleaseButton } from '@/widgets/release/RunReleaseButton.tsx'
import type { ReleasePageData } from './load-release.ts'

const CompareReleaseWith = lazy(() =>
  import('./CompareReleaseWith.tsx').then((loaded) => ({ default: loaded.CompareReleaseWith })),
)

interface ReleaseTitleProps extends ReleasePageData {
  /** The name of the tab; the summary by default. */
  part?: string
}

/** The name of the release with its states, shared by all tabs. */
export function ReleaseTitle({ fleet, release, role, part }: ReleaseTitleProps) {
  const version = releaseLabel(release)
  const isTarget = fleet.should_be_running__release[0]?.id === release.id
  return (
    <PageTitle
      title={spokenVersion(release)}
      documentTitle={
        part === undefined
          ? releasePageText.summaryTitle(version, fleet.app_name)
          : releasePageText.documentTitle(part, version, fleet.app_name)
      }
      actions={
        <>
          <Compare fleet={fleet} release={release} />
          {!isTarget && fleet.is_of__class === 'fleet' && <Run fleet={fleet} release={release} role={role} />}
        </>
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

/** Opens the comparison with another release. */
function Compare({ fleet, release }: Pick<ReleasePageData, 'fleet' | 'release'>) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Button
        icon={<IconArrowsDiff size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        {releasesText.compareWith}
      </Button>
      {isChoosing && (
        <Suspense fallback={null}>
          <CompareReleaseWith fleet={fleet} release={release} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Rolls the release out to the fleet, unless it is already its target. */
function Run({ fleet, release, role }: ReleasePageData) {
  const derived = useTimeText((now) => derivedReleaseStatus(release, now))
  return (
    <RunReleaseButton
      fleet={fleet}
      release={release}
      reason={whyNotAllowed(role, 'resin.application.update') ?? whyNotRun(release, derived)}
    />
  )
}

function whyNotRun(
  { is_final, is_invalidated }: ReleasePageData['release'],
  derived: string,
): string | undefined {
  if (isFailedLike(derived)) return runReleaseText.notBuilt
  if (derived === 'running') return runReleaseText.building
  if (!is_final) return runReleaseText.notFinal
  return is_invalidated ? runReleaseText.invalidated : undefined
}
