import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDay } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { shellText } from '@/messages/shell.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { hasNewMajor, majorOf } from './changelog.ts'
import { seenMajor } from './preferences.ts'
import { changelogQuery } from './shell.queries.ts'
import styles from './Changelog.module.css'

/** Whether there is an unseen major version, and a function that marks it as seen. */
export function useChangelog() {
  const { data } = useQuery(changelogQuery())
  const [seen, setSeen] = useStored(seenMajor)
  const latest = data?.[0]?.version
  useEffect(() => {
    if (latest !== undefined && seenMajor.get() === null) seenMajor.set(majorOf(latest))
  }, [latest])
  return {
    isNew: hasNewMajor(latest, seen),
    markSeen: () => latest !== undefined && setSeen(majorOf(latest)),
  }
}

export function ChangelogDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={shellText.changelog}
      footer={<Button onClick={onClose}>{commonText.close}</Button>}
    >
      <Versions />
    </Dialog>
  )
}

function Versions() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(changelogQuery())
  if (isPending) {
    return (
      <LoadingRegion>
        <SkeletonLines lines={5} />
      </LoadingRegion>
    )
  }
  if (isError) {
    return (
      <ErrorState
        compact
        title={shellText.changelogFailed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (data.length === 0) return <EmptyState compact title={shellText.changelogEmpty} />
  return data.map(({ version, date, changes }) => (
    <section key={version}>
      <h3>
        {shellText.version(version)}{' '}
        <time className={styles.date} dateTime={date}>
          {formatDay(date)}
        </time>
      </h3>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </section>
  ))
}
