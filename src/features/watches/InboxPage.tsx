import { useState } from 'react'
import { entryPath, entryPlace } from '@/engines/watches/entry-path.ts'
import { asRead, unreadIn } from '@/engines/watches/inbox.ts'
import { watchStore } from '@/engines/watches/watch-store.ts'
import { MAX_ENTRIES, type Entry } from '@/engines/watches/watch.ts'
import { labelled } from '@/messages/common/compose.ts'
import { entryText, inboxText as text, namesText } from '@/messages/watches/watches.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { WatchState } from './WatchState.tsx'
import styles from './Watches.module.css'

const toneOf: Record<Entry['what'], Tone> = {
  'device-online': 'ok',
  'device-offline': 'bad',
  'device-updated': 'ok',
  'list-offline': 'bad',
  'list-new': 'info',
  'list-issue': 'warn',
  'stage-ended': 'ok',
  'rollout-stopped': 'warn',
  'rollout-over': 'info',
  gone: 'warn',
  back: 'info',
}

/** The events that watches have detected, newest first. */
export function Component() {
  const store = watchStore()
  const [inbox, setInbox] = useStored(store.inbox)
  const [clearing, setClearing] = useState(false)
  const unread = unreadIn(inbox)
  return (
    <PageFrame
      title={text.title}
      count={inbox.length > 0 ? inbox.length : undefined}
      actions={
        <>
          <Button
            reason={unread === 0 ? text.nothingUnread : undefined}
            onClick={() => setInbox(asRead(inbox))}
          >
            {text.allRead}
          </Button>
          <Button
            reason={inbox.length === 0 ? text.nothingToClear : undefined}
            onClick={() => setClearing(true)}
          >
            {text.clear}
          </Button>
        </>
      }
    >
      <WatchState />
      {inbox.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <Card flush>
          <ol className={styles.rows} aria-label={text.list}>
            {inbox.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                onRead={() => setInbox(asRead(store.inbox.get(), entry.id))}
              />
            ))}
          </ol>
        </Card>
      )}
      {inbox.length > 0 && <p className={styles.note}>{text.bounds(MAX_ENTRIES)}</p>}
      <ConfirmDialog
        opened={clearing}
        onClose={() => setClearing(false)}
        title={text.clearTitle}
        confirmLabel={text.clear}
        danger
        onConfirm={async () => setInbox([])}
      >
        <p>{text.clearDetail}</p>
      </ConfirmDialog>
    </PageFrame>
  )
}

function EntryRow({ entry, onRead }: { entry: Entry; onRead: () => void }) {
  const message = entryText(entry)
  const place = text.open[entryPlace(entry)]
  return (
    <li className={styles.row} data-unread={!entry.read || undefined}>
      <StatusMark tone={toneOf[entry.what]} />
      <div className={styles.what}>
        <span className={styles.said}>
          {message}
          {!entry.read && <span className={styles.unread}>{text.unread}</span>}
        </span>
        {entry.count > 1 && entry.devices.length > 0 && (
          <span className={styles.quiet}>
            {namesText(
              entry.devices.map(({ name }) => name),
              entry.count,
            )}
          </span>
        )}
        <span className={styles.quiet}>
          <RelativeTime at={entry.to} />
        </span>
      </div>
      <div className={styles.actions}>
        {entry.what !== 'gone' && (
          <ButtonLink size="s" to={entryPath(entry)} aria-label={`${place}: ${message}`} onClick={onRead}>
            {place}
          </ButtonLink>
        )}
        {!entry.read && (
          <Button size="s" variant="quiet" aria-label={labelled(text.markRead, message)} onClick={onRead}>
            {text.markRead}
          </Button>
        )}
      </div>
    </li>
  )
}
