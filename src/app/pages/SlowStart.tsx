import { useEffect, useState } from 'react'
import { api } from '@/api/api.ts'
import { readPlatformStatus, type PlatformStatus } from '@/api/status-page.ts'
import { slowStartText as text } from '@/messages/app/slow-start.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Link } from '@/ui/layout/link.tsx'
import styles from './SlowStart.module.css'

/** A notice that the start takes long, with the platform's status. */
export function SlowStart({ isConnected }: { isConnected: boolean }) {
  const status = useStatus(isConnected)
  return (
    <Status as="div" beside className={styles.note}>
      <span>
        {text.slow}
        {status && ` ${status.indicator === 'none' ? text.noTrouble : text.says(status.description)}`}
      </span>
      {status && (
        <Link to={status.pageUrl} target="_blank" rel="noreferrer">
          {text.status}
        </Link>
      )}
    </Status>
  )
}

/** Null while nothing is known; errors of the status page are ignored during the start. */
function useStatus(isConnected: boolean): PlatformStatus | null {
  const [status, setStatus] = useState<PlatformStatus | null>(null)
  useEffect(() => {
    const statusUrl = isConnected ? api().parties.statusUrl : null
    if (statusUrl === null) return
    const leaving = new AbortController()
    readPlatformStatus(statusUrl, leaving.signal).then(setStatus, () => {})
    return () => leaving.abort()
  }, [isConnected])
  return status
}
