import { watchStore } from '@/engines/watches/watch-store.ts'
import { inboxText, troubleText, watchesText } from '@/messages/watches/watches.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useStored } from '@/ui/use-stored.ts'
import styles from './Watches.module.css'

/** When watches were last checked, and why they cannot be checked now. */
export function WatchState() {
  const store = watchStore()
  const [{ lookedAt, trouble }] = useStored(store.progress)
  const [watches] = useStored(store.watches)
  return (
    <>
      {trouble !== null && watches.length > 0 && <Banner tone="warn">{troubleText[trouble]}</Banner>}
      <p className={styles.note}>
        {inboxText.whileOpen}{' '}
        {watches.length > 0 &&
          (lookedAt === null ? (
            watchesText.neverLooked
          ) : (
            <RelativeTime at={lookedAt} within={watchesText.lookedAt} />
          ))}
      </p>
    </>
  )
}
