import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { accountBell } from '@/engines/watches/bell.ts'
import { paths } from '@/lib/paths.ts'
import { bellText } from '@/messages/watches/bell.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { currentUserQuery } from './shell.queries.ts'
import styles from './Bell.module.css'

/** The inbox button with the number of unread entries. The watch engine is loaded only if there are watches. */
export function Bell() {
  // Another user may sign in without a page load.
  useQuery(currentUserQuery())
  const account = api().session.claims()?.id ?? 0
  const [{ watches, unread }] = useStored(accountBell(account))
  const navigate = useNavigate()
  const isWatching = watches > 0
  useEffect(() => {
    if (!isWatching) return undefined
    let stop: (() => void) | undefined
    let isLeft = false
    import('@/engines/watches/watch-runner.ts').then(
      ({ startWatching }) => {
        if (!isLeft) stop = startWatching(account, (path) => void navigate(path))
      },
      // The inbox shows that checks did not run.
      () => {},
    )
    return () => {
      isLeft = true
      stop?.()
    }
  }, [account, isWatching, navigate])
  const label = bellText.label(unread)
  return (
    <>
      <Tooltip text={label}>
        <Link to={paths.inbox()} className={styles.bell} aria-label={label}>
          <IconBell size={18} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Link>
      </Tooltip>
      <Status as="span" className="visually-hidden">
        {unread > 0 && label}
      </Status>
    </>
  )
}
