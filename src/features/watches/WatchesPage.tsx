import { useState } from 'react'
import { watchPath } from '@/engines/watches/entry-path.ts'
import { knownState, pauseWatch, removeWatch, watchStore } from '@/engines/watches/watch-store.ts'
import { MAX_WATCHES, type Watch } from '@/engines/watches/watch.ts'
import { inboxText, watchesText as text, watchText } from '@/messages/watches/watches.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { EditWatchDialog } from './EditWatchDialog.tsx'
import { PopUpSettings } from './PopUpSettings.tsx'
import { WatchState } from './WatchState.tsx'
import styles from './Watches.module.css'

/** The watches of this browser, and their notification settings. */
export function Component() {
  const store = watchStore()
  const [watches] = useStored(store.watches)
  const [openDialog, setOpenDialog] = useState<{ to: 'edit' | 'remove'; watch: Watch }>()
  const close = () => setOpenDialog(undefined)
  return (
    <PageFrame title={text.title}>
      <WatchState />
      <Panel title={text.list} aside={text.count(watches.length, MAX_WATCHES)} flush>
        {watches.length === 0 ? (
          <EmptyState title={text.empty} detail={inboxText.emptyDetail} />
        ) : (
          <ul className={styles.rows} aria-label={text.list}>
            {watches.map((watch) => (
              <WatchRow key={watch.id} watch={watch} onAsk={(to) => setOpenDialog({ to, watch })} />
            ))}
          </ul>
        )}
      </Panel>
      <PopUpSettings />
      {openDialog?.to === 'edit' && <EditWatchDialog watch={openDialog.watch} onClose={close} />}
      {openDialog?.to === 'remove' && (
        <ConfirmDialog
          onClose={close}
          title={text.removeTitle}
          confirmLabel={text.removeConfirm}
          danger
          onConfirm={async () => removeWatch(store, openDialog.watch.id)}
        >
          <p>{watchText(openDialog.watch)}</p>
          <p>{text.removeDetail}</p>
        </ConfirmDialog>
      )}
    </PageFrame>
  )
}

function WatchRow({ watch, onAsk }: { watch: Watch; onAsk: (to: 'edit' | 'remove') => void }) {
  const store = watchStore()
  const [progress] = useStored(store.progress)
  const name = watchText(watch)
  const toggle = watch.paused ? text.resume : text.pause
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to={watchPath(watch)}>{name}</Link>
        <span className={styles.quiet}>
          <RelativeTime at={watch.since} within={text.since} />
        </span>
        {watch.paused ? (
          <StatusBadge tone="idle">{text.paused}</StatusBadge>
        ) : progress.refused.includes(watch.id) ? (
          <StatusBadge tone="bad">{text.refused}</StatusBadge>
        ) : (
          knownState(progress, watch.id)?.isGone === true && (
            <StatusBadge tone="warn">{text.gone}</StatusBadge>
          )
        )}
      </div>
      <div className={styles.actions}>
        <Button
          size="s"
          aria-label={text.named(toggle, name)}
          onClick={() => pauseWatch(store, watch.id, !watch.paused)}
        >
          {toggle}
        </Button>
        <Button size="s" aria-label={text.named(text.edit, name)} onClick={() => onAsk('edit')}>
          {text.edit}
        </Button>
        <Button size="s" aria-label={text.named(text.remove, name)} onClick={() => onAsk('remove')}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}
