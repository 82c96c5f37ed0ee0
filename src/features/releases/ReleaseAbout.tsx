import { offers } from '@/api/api.ts'
import { shortId } from '@/domain/release/release-label.ts'
import { formatDuration, formatNumber } from '@/lib/format.ts'
import { releasePageText } from '@/messages/releases/releases.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import type { Release } from './releases.queries.ts'
import styles from './Release.module.css'

/** Duration of the build in ms; null if it has not ended. */
export function buildDuration(release: {
  start_timestamp: string
  end_timestamp: string | null
}): number | null {
  return release.end_timestamp === null
    ? null
    : Date.parse(release.end_timestamp) - Date.parse(release.start_timestamp)
}

/** Details of the release. */
export function ReleaseAbout({ release }: { release: Release }) {
  const text = releasePageText.facts
  const duration = buildDuration(release)
  const facts = [
    { label: text.version, value: <span className="mono">{release.raw_version}</span> },
    {
      label: text.commit,
      value: (
        <span className={styles.inline}>
          <span className="mono" title={release.commit}>
            {shortId(release.commit)}
          </span>
          <CopyButton text={release.commit} what={text.commit} />
        </span>
      ),
    },
    { label: text.state, value: release.is_final ? releasePageText.final : releasePageText.draft },
    {
      label: text.validity,
      value: release.is_invalidated ? releasePageText.invalidated : releasePageText.valid,
    },
    ...(release.invalidation_reason
      ? [{ label: text.reason, value: release.invalidation_reason, wide: true }]
      : []),
    { label: text.created, value: <RelativeTime at={release.created_at} /> },
    ...(offers('releaseAuthor')
      ? [
          {
            label: text.by,
            value: release.is_created_by__user?.[0]?.username ?? releasePageText.nobody,
          },
        ]
      : []),
    { label: text.source, value: releasePageText.sources[release.source] },
    {
      label: text.duration,
      value: duration === null ? releasePageText.notYet : formatDuration(duration),
    },
    {
      label: text.finalized,
      value:
        release.is_finalized_at__date === null ? (
          releasePageText.notYet
        ) : (
          <RelativeTime at={release.is_finalized_at__date} />
        ),
    },
    { label: text.devices, value: formatNumber(release.is_running_on__device) },
    { label: text.pinned, value: formatNumber(release.is_pinned_to__device) },
  ]
  return (
    <Panel title={releasePageText.about}>
      <Facts facts={facts} columns={4} />
    </Panel>
  )
}
