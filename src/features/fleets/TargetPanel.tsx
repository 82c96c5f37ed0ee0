import { useQuery } from '@tanstack/react-query'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { shortId } from '@/domain/release/release-label.ts'
import { otherReleasesQuery } from '@/domain/release/run-release.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { releaseText } from '@/messages/releases/releases.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { RunReleaseButton } from '@/widgets/release/RunReleaseButton.tsx'
import { targetRelease } from './fleet-release.ts'
import { recentReleasesQuery } from './fleets.queries.ts'
import styles from './Facts.module.css'

/** The target release of the fleet, and its release policy. */
export function TargetPanel({ fleet }: { fleet: Fleet }) {
  const release = fleet.should_be_running__release[0]
  const target = targetRelease(fleet)
  const recent = useQuery(recentReleasesQuery(fleet.id))
  const running = recent.data?.find(({ id }) => id === release?.id)?.is_running_on__device
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
          ...(fleet.is_of__class === 'fleet' && (running !== undefined || recent.isPending)
            ? [
                {
                  label: fleetSummaryText.runningIt,
                  value:
                    running === undefined ? (
                      <Skeleton width={120} />
                    ) : (
                      <Link to={paths.releaseRollout(fleet.id, release.id)}>
                        {fleetSummaryText.ofDevices(formatNumber(running), formatNumber(fleet.owns__device))}
                      </Link>
                    ),
                },
              ]
            : []),
        ]
      : []),
  ]
  return (
    <Panel
      title={fleetSummaryText.release}
      actions={
        release && fleet.is_of__class === 'fleet' && <Others fleet={fleet} createdAt={release.created_at} />
      }
    >
      <Facts facts={facts} columns={4} />
    </Panel>
  )
}

/** Buttons that roll out the latest release, if the fleet does not run it, and the previous one. */
function Others({ fleet, createdAt }: { fleet: Fleet; createdAt: string }) {
  const { data } = useQuery(otherReleasesQuery(fleet.id, createdAt))
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  if (!data || !role) return null
  const reason = whyNotAllowed(role, 'resin.application.update')
  return (
    <>
      {data.newest && <RunReleaseButton named size="s" fleet={fleet} release={data.newest} reason={reason} />}
      {data.before && <RunReleaseButton named size="s" fleet={fleet} release={data.before} reason={reason} />}
    </>
  )
}
