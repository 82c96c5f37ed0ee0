import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import { shellText } from '@/messages/shell.ts'
import { focusPage } from '@/ui/focus-page.ts'
import styles from './NavigationProgress.module.css'

/** Until a new page has named the window. */
const SETTLE_MS = 150

/** A thin line while the next page loads, and its name said aloud once it is there. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const shownPath = useRef(pathname)
  const cameBy = useRef(useNavigationType())
  useEffect(() => {
    // Who has just signed in left the form that had the keyboard; who opened or reloaded the page chose its beginning.
    if (cameBy.current === 'POP') return
    const timer = setTimeout(() => document.activeElement === document.body && focusPage(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (pathname === shownPath.current) return
    shownPath.current = pathname
    // A control that went away with its page leaves the keyboard nowhere.
    if (document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    const timer = setTimeout(() => setAnnouncement(shellText.pageReady(document.title)), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <>
      {state === 'loading' && <div className={styles.line} aria-hidden="true" />}
      <p role="status" className="visually-hidden">
        {state === 'loading' ? shellText.loadingPage : announcement}
      </p>
    </>
  )
}
