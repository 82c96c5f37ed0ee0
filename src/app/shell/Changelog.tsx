import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CLIENT_VERSION } from '@/api/http.ts'
import { formatDay } from '@/lib/format.ts'
import { shellText } from '@/messages/app/shell.ts'
import { commonText } from '@/messages/common/common.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { hasNewMajor, majorVersion } from './changelog.ts'
import { seenMajor } from './preferences.ts'
import { changelogQuery } from './shell.queries.ts'
import styles from './Changelog.module.css'

/** Whether this version is a major version that the user has not seen, and a function that marks it as seen. The changelog itself is loaded when it is opened. */
export function useChangelog() {
  const [seen, setSeen] = useStored(seenMajor)
  useEffect(() => {
    if (seenMajor.get() === null) seenMajor.set(majorVersion(CLIENT_VERSION))
  }, [])
  return {
    isNew: hasNewMajor(CLIENT_VERSION, seen),
    markSeen: () => setSeen(majorVersion(CLIENT_VERSION)),
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
