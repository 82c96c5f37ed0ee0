import { IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { latestAnnouncements, subscribeToAnnouncements } from './announcements.ts'
import { StatusMark } from './StatusBadge.tsx'
import { dismissToast, shownToasts, subscribeToToasts, toastLifetimeMs, type Toast } from './toasts.ts'
import styles from './Toaster.module.css'

/** Renders the toasts of `showToast` and the live region of `announce`. Use it once in the application. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts)
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = section.current
    if (toasts.length === 0 || element === null) return
    const { style } = document.documentElement
    const measure = () =>
      style.setProperty('--toasts', `${innerHeight - element.getBoundingClientRect().top}px`)
    measure()
    // Their text wraps otherwise in a window that is turned.
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('resize', measure)
      style.removeProperty('--toasts')
    }
  }, [toasts])
  const announcements = useSyncExternalStore(subscribeToAnnouncements, latestAnnouncements)
  return (
    <section ref={section} className={styles.toaster} aria-label={commonText.notifications}>
      {/* It stays in the document: screen readers ignore text that arrives together with its region. */}
      <div role="status" aria-atomic="false" className={styles.polite}>
        {/* The key makes the same sentence new. */}
        {announcements.map(({ id, text }) => (
          <p key={id} className="visually-hidden">
            {text}
          </p>
        ))}
        {toasts
          .filter(({ tone }) => tone !== 'bad')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
      {toasts
        .filter(({ tone }) => tone === 'bad')
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const lifetime = toastLifetimeMs(toast)
  useEffect(() => {
    if (lifetime === null || held) return
    const timer = setTimeout(() => dismissToast(toast.id), lifetime)
    return () => clearTimeout(timer)
  }, [toast.id, lifetime, held])
  return (
    <div
      role={toast.tone === 'bad' ? 'alert' : 'group'}
      aria-label={toast.tone === 'bad' ? undefined : toast.title}
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.mark}>
        <StatusMark tone={toast.tone} shape={toast.tone === 'info' ? 'dot' : undefined} />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{toast.title}</p>
        {toast.detail && <p className={styles.detail}>{toast.detail}</p>}
        {toast.action && (
          <Button
            size="s"
            onClick={() => {
              toast.action?.onPress()
              dismissToast(toast.id)
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton
        size="s"
        label={commonText.dismiss}
        icon={<IconX size={15} aria-hidden="true" />}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}
