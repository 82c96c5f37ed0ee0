import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { derivedReleaseStatus } from '@/domain/release/release-status.ts'
import { formatNumber, formatSpan, toInstant } from '@/lib/format.ts'
import { withParams } from '@/lib/url-state.ts'
import { releasePageText, releaseProblemText, releasesText } from '@/messages/releases/releases.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { AutosavedText } from './AutosavedText.tsx'
import { BuildPanel } from './BuildPanel.tsx'
import { CancelBuild } from './CancelBuild.tsx'
import { ComposePanel } from './ComposePanel.tsx'
import { readComposition } from './composition.ts'
import { ContractPanel } from './ContractPanel.tsx'
import { ImagesPanel } from './ImagesPanel.tsx'
import { useReleasePage, type ReleasePageData } from './load-release.ts'
import { ReleaseAbout } from './ReleaseAbout.tsx'
import { saveKnownIssues, saveNote } from './releases.queries.ts'
import { ReleaseTagsPanel } from './ReleaseTagsPanel.tsx'
import { ReleaseTitle } from './ReleaseTitle.tsx'
import { serviceBuilds } from './service-builds.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'
import styles from './Release.module.css'

const LONGEST_ISSUES = 1_000
const LONGEST_NOTE = 1_000_000

/** The content of the release and the result of its build. */
export function Component() {
  const page = useReleasePage()
  const { fleet, release } = page
  const [params, setParams] = useSearchParams()
  const composition = useMemo(() => readComposition(release.composition), [release.composition])
  const builds = useMemo(
    () =>
      serviceBuilds(
        release.release_image.map(({ image }) => image[0]),
        composition,
      ),
    [release.release_image, composition],
  )
  const expanded = params.get('panel') === 'log'
  return (
    <div className={styles.screen}>
      <ReleaseTitle {...page} />
      <BuildBanner {...page} />
      <div className={styles.columns} data-expanded={expanded || undefined}>
        <div className={styles.main}>
          {!expanded && <ReleaseAbout release={release} />}
          {!expanded && <ImagesPanel release={release} builds={builds} />}
          <BuildPanel
            fleet={fleet}
            release={release}
            builds={builds}
            service={params.get('service')}
            onService={(service) =>
              setParams(withParams(params, { service }), { replace: true, preventScrollReset: true })
            }
            expanded={expanded}
            onExpand={(expand) => setParams(withParams(params, { panel: expand ? 'log' : undefined }))}
          />
          {!expanded && <ComposePanel fleet={fleet} release={release} composition={composition} />}
        </div>
        {!expanded && (
          <div className={styles.side}>
            <ReleaseTagsPanel {...page} />
            <AutosavedNotes {...page} />
            <ContractPanel release={release} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Progress of the build, or the reason why it failed. */
function BuildBanner(page: ReleasePageData) {
  const { release } = page
  const status = useTimeText((now) => derivedReleaseStatus(release, now))
  const age = useTimeText((now) => formatSpan(now - toInstant(release.start_timestamp)))
  switch (status) {
    case 'running':
      return (
        <Banner tone="info" action={<CancelBuild {...page} />}>
          {releasePageText.running(age)}
        </Banner>
      )
    case 'failed':
    case 'error':
      return <Banner tone="bad">{releaseProblemText.buildFailed}</Banner>
    case 'interrupted':
      return <Banner tone="bad">{releaseProblemText.buildInterrupted}</Banner>
    case 'timeout':
      return <Banner tone="bad">{releaseProblemText.buildTimedOut}</Banner>
    case 'cancelled':
      return <Banner tone="idle">{releaseProblemText.buildCancelled}</Banner>
    default:
      return null
  }
}

/** Notes and known issues, saved automatically. */
function AutosavedNotes({ fleet, release, role }: ReturnType<typeof useReleasePage>) {
  const refresh = useReleaseRefresh(fleet.id)
  const reason = whyNotAllowed(role, 'resin.release.update')
  const within = (limit: number, words: (limit: string) => string) => (text: string) =>
    text.length > limit ? words(formatNumber(limit)) : undefined
  return (
    <>
      <Panel title={releasePageText.notes}>
        <AutosavedText
          label={releasePageText.notes}
          value={release.note ?? ''}
          empty={releasePageText.noNotes}
          invitation={releasePageText.notesInvitation}
          reason={reason}
          rows={5}
          problemOf={within(LONGEST_NOTE, releaseProblemText.noteTooLong)}
          onSave={async (text) => {
            await saveNote(release.id, text)
            await refresh()
          }}
        />
      </Panel>
      <Panel title={releasePageText.issues}>
        <AutosavedText
          label={releasePageText.issues}
          value={release.known_issue_list ?? ''}
          empty={releasePageText.noIssues}
          invitation={releasePageText.issuesInvitation}
          reason={reason}
          rows={4}
          problemOf={within(LONGEST_ISSUES, releaseProblemText.issuesTooLong)}
          onSave={async (text) => {
            await saveKnownIssues(release.id, text)
            await refresh()
          }}
        />
      </Panel>
    </>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={releasesText.title} hidden flush failed={releasesText.loadFailed} />
)
