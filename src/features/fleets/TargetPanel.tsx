import type { Fleet } from '@/domain/fleet.queries.ts'
import { targetRelease } from '@/domain/fleet-release.ts'
import { shortId } from '@/domain/release-label.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets.ts'
import { releaseText } from '@/messages/releases.ts'
import { CopyButton } from '@/ui/CopyButton.tsx'
import { Facts, Panel } from '@/ui/Panel.tsx'
import { RelativeTime } from '@/ui/RelativeTime.tsx'
import { Tag } from '@/ui/Tag.tsx'
import styles from './Facts.module.css'

/** What the fleet should run, and by which policy. */
export function TargetPanel({ fleet }: { fleet: Fleet }) {
  const release = fleet.should_be_running__release[0]
  const target = targetRelease(fleet)
  const facts = [
    {
      label: fleetSummaryText.version,
      value:
        target.label === null ? (
          fleetText.noRelease
        ) : (
          <span className={styles.inline}>
            <span className="mono">{target.label}</span>
            {release?.is_invalidated && <Tag>{releaseText.invalidated}</Tag>}
          </span>
        ),
    },
    { label: fleetSummaryText.policy, value: target.policy },
    ...(release
      ? [
          {
            label: fleetSummaryText.commit,
            value: (
              <span className={styles.inline}>
                <span className="mono">{shortId(release.commit)}</span>
                <CopyButton text={release.commit} what={fleetSummaryText.commit} />
              </span>
            ),
          },
          { label: fleetSummaryText.pushed, value: <RelativeTime at={release.created_at} /> },
        ]
      : []),
  ]
  return (
    <Panel title={fleetSummaryText.release}>
      <Facts facts={facts} columns={4} />
    </Panel>
  )
}
