import { useQuery } from '@tanstack/react-query'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { derivedReleaseStatus, isFailedLike } from '@/domain/release/release-status.ts'
import { formatDuration } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { deployProgressText as text } from '@/messages/fleets/fleet-deploy.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { ReleaseStatusBadge } from '@/widgets/release/ReleaseStatusBadge.tsx'
import { deployedBuildQuery, type DeployedBuild } from './deploy.queries.ts'
import { GrowingLog } from './GrowingLog.tsx'
import styles from './Deploy.module.css'

export interface ProgressDialogProps {
  fleet: Fleet
  releaseId: number
  onClose: () => void
}

/** Progress of the build of a deployed release. */
export function ProgressDialog({ fleet, releaseId, onClose }: ProgressDialogProps) {
  const build = useQuery(deployedBuildQuery(releaseId))
  return (
    <Dialog
      onClose={onClose}
      title={text.title(fleet.app_name)}
      footer={
        <>
          <ButtonLink to={paths.release(fleet.id, releaseId, fleet.is_of__class)}>
            {text.openRelease}
          </ButtonLink>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {commonText.close}
          </Button>
        </>
      }
    >
      {build.data === undefined ? (
        <QueryFallback query={build} failed={text.failed} compact lines={6} height={18} />
      ) : build.data === null ? (
        <EmptyState compact title={text.gone} />
      ) : (
        <>
          <StaleNotice query={build} />
          <Progress fleet={fleet} build={build.data} />
        </>
      )}
    </Dialog>
  )
}

const serviceOf = ({ is_a_build_of__service: [service] }: BuiltImage) => service?.service_name ?? ''

type BuiltImage = DeployedBuild['release_image'][number]['image'][0]

function Progress({ fleet, build }: { fleet: Fleet; build: DeployedBuild }) {
  const images = build.release_image
    .map(({ image: [image] }) => image)
    .toSorted((one, other) => one.id - other.id)
  // Shows the log of the running build, else of a failed one, else of the latest.
  const logged =
    images.find(({ status }) => status === 'running') ??
    images.find(({ status }) => status === 'failed') ??
    images.at(-1)
  const { update_timestamp } = build
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <strong>{text.release(releaseLabel(build))}</strong>
        <ReleaseStatusBadge release={build} />
      </div>
      <Outcome fleet={fleet} build={build} />
      {images.length === 0 ? (
        <EmptyState compact title={text.waiting} />
      ) : (
        <ul className={styles.services} aria-label={text.services}>
          {images.map((image) => (
            <li key={image.id}>
              <span className={styles.service}>{serviceOf(image)}</span>
              <ReleaseStatusBadge plain release={{ status: image.status, update_timestamp }} />
              {image.error_message && <code className={styles.message}>{image.error_message}</code>}
            </li>
          ))}
        </ul>
      )}
      {logged && (
        <GrowingLog
          key={logged.id}
          imageId={logged.id}
          label={text.log(serviceOf(logged))}
          growing={logged.status === 'running'}
        />
      )}
    </div>
  )
}

/** Progress or result of the build. */
function Outcome({ fleet, build }: { fleet: Fleet; build: DeployedBuild }) {
  const derived = useTimeText((now) => derivedReleaseStatus(build, now))
  const since = useTimeText((now) =>
    text.since(formatDuration(Math.max(0, now - Date.parse(build.start_timestamp)))),
  )
  if (derived === 'running') {
    return (
      <>
        <p>{since}</p>
        <p className={styles.quiet}>{text.running}</p>
      </>
    )
  }
  if (isFailedLike(derived)) {
    return <ErrorBanner>{text.notSucceeded}</ErrorBanner>
  }
  const then = fleet.should_track_latest_release ? text.follows : text.pinned
  return (
    <Banner tone="ok">
      {[text.succeeded(releaseLabel(build)), ...(fleet.is_of__class === 'fleet' ? [then] : [])].join(' ')}
    </Banner>
  )
}
