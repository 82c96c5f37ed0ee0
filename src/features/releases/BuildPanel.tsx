import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { derivedReleaseStatus } from '@/domain/release/release-status.ts'
import { buildText, releasePageText, releaseProblemText } from '@/messages/releases/releases.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback, type QueryFallbackProps } from '@/widgets/query-states/QueryFallback.tsx'
import { CodeText } from './ComposePanel.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import type { ReleasePageData } from './load-release.ts'
import { LogViewer } from './LogViewer.tsx'
import { buildLogFileName } from './release-files.ts'
import { buildQuery, type Release, type ReleaseImage } from './releases.queries.ts'
import type { ServiceBuild } from './service-builds.ts'
import styles from './BuildPanel.module.css'

interface BuildPanelProps extends Pick<ReleasePageData, 'fleet' | 'release'> {
  builds: readonly ServiceBuild<ReleaseImage>[]
  /** The service in the address; null for the first. */
  service: string | null
  onService: (service: string) => void
  expanded: boolean
  onExpand: (expand: boolean) => void
}

const views = ['log', 'dockerfile'] as const

/** The build log of a service, live during the build, and its Dockerfile. */
export function BuildPanel({
  fleet,
  release,
  builds,
  service,
  onService,
  expanded,
  onExpand,
}: BuildPanelProps) {
  const [view, setView] = useState<(typeof views)[number]>('log')
  const chosen = builds.find((build) => build.service === service) ?? builds[0]
  const image = chosen?.image ?? null
  const build = useQuery({ ...buildQuery(image?.id ?? 0), enabled: image !== null })
  const log = image === null ? '' : (build.data?.build_log ?? '')
  const Expand = expanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <Panel
      title={buildText.title}
      flush
      className={expanded ? styles.expanded : undefined}
      actions={
        <>
          <ServiceChoice builds={builds} chosen={chosen?.service} onService={onService} />
          <SegmentedControl
            label={buildText.view}
            size="s"
            value={view}
            options={views.map((value) => ({ value, label: buildText.views[value] }))}
            onChange={setView}
          />
          <DownloadButton
            label={buildText.download}
            name={buildLogFileName({
              app: fleet.app_name,
              service: chosen?.service ?? '',
              version: releaseLabel(release),
            })}
            text={log}
            reason={log === '' ? releaseProblemText.noBuildLogs : undefined}
          />
          <IconButton
            size="s"
            label={expanded ? buildText.shrink : buildText.expand}
            icon={<Expand size={16} aria-hidden="true" />}
            onClick={() => onExpand(!expanded)}
          />
        </>
      }
    >
      {image && <Outcome release={release} image={image} />}
      {image !== null && build.data === undefined ? (
        <NotRead query={build} />
      ) : view === 'dockerfile' ? (
        <Dockerfile text={build.data?.dockerfile} preBuilt={chosen?.preBuilt} />
      ) : (
        <Log release={release} chosen={chosen} text={log} tall={expanded} />
      )}
    </Panel>
  )
}

interface LogProps extends Pick<BuildPanelProps, 'release'> {
  chosen: ServiceBuild<ReleaseImage> | undefined
  text: string
  tall: boolean
}

function Log({ release, chosen, text, tall }: LogProps) {
  if (text === '') return <EmptyState compact title={whyNoLog(chosen, release)} />
  const image = chosen?.image
  return <LogViewer key={image?.id} text={text} growing={image?.status === 'running'} tall={tall} />
}

interface ServiceChoiceProps extends Pick<BuildPanelProps, 'builds' | 'onService'> {
  chosen: string | undefined
}

function ServiceChoice({ builds, chosen, onService }: ServiceChoiceProps) {
  if (chosen === undefined) return null
  return (
    <SelectField
      label={buildText.service}
      hideLabel
      value={chosen}
      options={builds.map(({ service }) => ({
        value: service,
        label: service === '' ? releasePageText.unnamedService : service,
      }))}
      onChange={onService}
    />
  )
}

/** Shown while loading, or if loading failed. */
function NotRead({ query }: Pick<QueryFallbackProps, 'query'>) {
  return (
    <QueryFallback query={query} failed={buildText.loadFailed} compact className={styles.loading} lines={8} />
  )
}

function Dockerfile({ text, preBuilt }: { text: string | null | undefined; preBuilt: boolean | undefined }) {
  if (text) return <CodeText label={buildText.dockerfile} text={text} />
  const why = preBuilt ? releaseProblemText.preBuiltImage : releaseProblemText.noDockerfileAvailable
  return <EmptyState compact title={why} />
}

function whyNoLog(chosen: ServiceBuild<ReleaseImage> | undefined, release: Release): string {
  if (chosen?.preBuilt) return releaseProblemText.preBuiltImage
  const isWaiting =
    release.status === 'running' && (chosen === undefined || chosen.image?.status !== 'success')
  return isWaiting ? buildText.waiting : releaseProblemText.noBuildLogs
}

/** The status of the build of a service, unless it simply succeeded. */
function Outcome({ release, image }: { release: Release; image: ReleaseImage }) {
  const status = useTimeText((now) =>
    derivedReleaseStatus({ status: image.status, update_timestamp: release.update_timestamp }, now),
  )
  if (status === 'success' || status === 'local') return null
  const words: Readonly<Record<string, string>> = {
    running: releaseProblemText.stillRunning,
    interrupted: releaseProblemText.buildInterrupted,
    timeout: releaseProblemText.buildTimedOut,
    cancelled: releaseProblemText.buildCancelled,
  }
  const tone = status === 'running' ? 'info' : status === 'cancelled' ? 'idle' : 'bad'
  return (
    <Status as="div" className={styles.outcome}>
      <StatusMark tone={tone} />
      <span>{words[status] ?? releaseProblemText.buildFailed}</span>
      {image.error_message && <code className={styles.message}>{image.error_message}</code>}
    </Status>
  )
}
