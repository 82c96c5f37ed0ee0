import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { formatBytes } from '@/lib/format.ts'
import { lineDiff } from '@/lib/line-diff.ts'
import { commonText } from '@/messages/common.ts'
import { compareReleasesText } from '@/messages/compare-releases.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { readComposition } from './composition.ts'
import styles from './CompareReleasesDialog.module.css'
import { releaseQuery, type Release } from './releases.queries.ts'

const { fields } = compareReleasesText

/** What can be said of a release in a line each. */
function factsOf(release: Release): Map<string, string> {
  const facts = new Map([
    [fields.commit, release.commit],
    [fields.status, release.status],
    [fields.note, release.note ?? ''],
  ])
  for (const { image } of release.release_image) {
    const service = image[0].is_a_build_of__service[0].service_name
    facts.set(fields.image(service), image[0].is_stored_at__image_location)
    if (image[0].image_size !== null)
      facts.set(fields.size(service), formatBytes(Number(image[0].image_size)))
  }
  for (const { tag_key, value } of release.release_tag) facts.set(fields.tag(tag_key), value)
  return facts
}

const composeOf = ({ composition }: Release): string => {
  if (composition === null) return ''
  const read = readComposition(composition)
  return read.kind === 'parsed' ? read.yaml : read.text
}

const contractOf = ({ contract }: Release): string => {
  if (contract === null) return ''
  return typeof contract === 'string' ? contract : JSON.stringify(contract, null, 2)
}

export interface CompareReleasesDialogProps {
  /** The older one first. */
  ids: readonly [number, number]
  onClose: () => void
}

/** What differs between two releases: services, images, notes, tags, compose file and contract. */
export function CompareReleasesDialog({ ids, onClose }: CompareReleasesDialogProps) {
  const [one, other] = useQueries({ queries: [releaseQuery(ids[0]), releaseQuery(ids[1])] })
  const failure = one.error ?? other.error
  const [before, after] = [one.data, other.data]
  return (
    <Dialog
      opened
      onClose={onClose}
      size="l"
      title={
        before && after
          ? compareReleasesText.title(releaseLabel(before), releaseLabel(after))
          : compareReleasesText.loading
      }
      footer={<Button onClick={onClose}>{commonText.close}</Button>}
    >
      {before && after ? (
        <Differences before={before} after={after} />
      ) : failure || before === null || after === null ? (
        <ErrorState
          compact
          title={compareReleasesText.failed}
          detail={failure ? errorMessage(failure) : undefined}
          onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
        />
      ) : (
        <LoadingRegion>
          <SkeletonLines lines={4} height={24} />
        </LoadingRegion>
      )}
    </Dialog>
  )
}

function Differences({ before, after }: { before: Release; after: Release }) {
  const [isShort, setShort] = useState(true)
  const [old, now] = [factsOf(before), factsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  const shown = isShort ? names.filter((name) => (old.get(name) ?? '') !== (now.get(name) ?? '')) : names
  return (
    <div className={styles.body}>
      <Checkbox label={compareReleasesText.onlyDifferences} checked={isShort} onChange={setShort} />
      <TableFrame label={compareReleasesText.table} compact stacks>
        <thead>
          <tr>
            <th scope="col">{compareReleasesText.field}</th>
            <th scope="col">{releaseLabel(before)}</th>
            <th scope="col">{releaseLabel(after)}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((name) => (
            <tr key={name}>
              <td>{name}</td>
              <td className={styles.value}>{old.get(name) || compareReleasesText.none}</td>
              <td className={styles.value}>{now.get(name) || compareReleasesText.none}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <Lines
        title={compareReleasesText.compose}
        before={composeOf(before)}
        after={composeOf(after)}
        isShort={isShort}
      />
      <Lines
        title={compareReleasesText.contract}
        before={contractOf(before)}
        after={contractOf(after)}
        isShort={isShort}
      />
    </div>
  )
}

interface LinesProps {
  title: string
  before: string
  after: string
  isShort: boolean
}

function Lines({ title, before, after, isShort }: LinesProps) {
  const heading = useId()
  const lines = lineDiff(before, after)
  const shown = isShort ? lines.filter(({ kind }) => kind !== 'same') : lines
  return (
    <div>
      <h3 id={heading}>{title}</h3>
      {shown.length === 0 ? (
        <p>{compareReleasesText.same}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <div className={styles.lines} role="region" aria-labelledby={heading} tabIndex={0}>
          {shown.map(({ kind, text }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else, and keep their order
            <span key={at} className={styles.line} data-kind={kind}>
              <span className="visually-hidden">{compareReleasesText.signs[kind]}</span>
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
