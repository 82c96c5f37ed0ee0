import { formatBytes, formatDuration } from '@/lib/format.ts'
import { buildText, releasePageText, releaseProblemText } from '@/messages/releases/releases.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { ReleaseStatusBadge } from '@/widgets/release/ReleaseStatusBadge.tsx'
import { buildDuration } from './ReleaseAbout.tsx'
import type { Release, ReleaseImage } from './releases.queries.ts'
import type { ServiceBuild } from './service-builds.ts'
import styles from './ReleaseTable.module.css'

interface ImagesPanelProps {
  release: Release
  builds: readonly ServiceBuild<ReleaseImage>[]
}

/** The images of the release by service name. */
export function ImagesPanel({ release, builds }: ImagesPanelProps) {
  const text = releasePageText.imageColumns
  return (
    <Panel title={releasePageText.images} flush>
      {builds.length === 0 ? (
        <EmptyState compact title={releasePageText.noImages} detail={releasePageText.noImagesDetail} />
      ) : (
        <div className={styles.frame}>
          <PlainTable label={releasePageText.images}>
            <TableHead
              columns={[text.service, text.status, { end: text.size }, { end: text.took }, text.location]}
            />
            <tbody>
              {builds.map((build) => (
                <ImageRow key={build.service} release={release} build={build} />
              ))}
            </tbody>
          </PlainTable>
        </div>
      )}
    </Panel>
  )
}

function ImageRow({
  release,
  build: { service, image, preBuilt },
}: {
  release: Release
  build: ServiceBuild<ReleaseImage>
}) {
  const took = image === null ? null : buildDuration(image)
  return (
    <tr>
      <th scope="row">{service === '' ? releasePageText.unnamedService : service}</th>
      <td className={styles.quiet}>
        {image ? (
          <ReleaseStatusBadge
            plain
            release={{ status: image.status, update_timestamp: release.update_timestamp }}
          />
        ) : preBuilt ? (
          releaseProblemText.preBuiltImage
        ) : (
          buildText.waiting
        )}
      </td>
      <td data-align="end">{image?.image_size ? formatBytes(Number(image.image_size)) : '–'}</td>
      <td data-align="end">{took === null ? '–' : formatDuration(took)}</td>
      <td>
        {image && (
          <span className={styles.location}>
            <span className="mono" title={image.is_stored_at__image_location}>
              {image.is_stored_at__image_location}
            </span>
            <CopyButton text={image.is_stored_at__image_location} what={releasePageText.location} />
          </span>
        )}
      </td>
    </tr>
  )
}
