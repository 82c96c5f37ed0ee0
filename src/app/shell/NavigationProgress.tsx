import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import { pageText } from '@/messages/app/pages.ts'
import { notePageArrival } from '@/ui/feedback/page-arrival.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { focusPage } from '@/ui/focus-page.ts'
import styles from './NavigationProgress.module.css'

/** Until a new page has set the document title. */
const SETTLE_MS = 150

/** A thin progress line while the next page loads, and a screen reader announcement when it is there. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const shownPath = useRef(pathname)
  const cameBy = useRef(useNavigationType())
  useEffect(() => {
    // After signing in, the focused form is gone; after opening or reloading a page, the focus stays at the beginning.
    if (cameBy.current === 'POP') return
    const timer = setTimeout(() => document.activeElement === document.body && focusPage(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(notePageArrival, [pathname])
  useEffect(() => {
    if (pathname === shownPath.current) return
    shownPath.current = pathname
    // If the focused control disappeared with its page, the focus would be lost.
    if (document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    const timer = setTimeout(() => setAnnouncement(pageText.ready(document.title)), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <>
      {state === 'loading' && <div className={styles.line} aria-hidden="true" />}
      <Status className="visually-hidden">{state === 'loading' ? pageText.loading : announcement}</Status>
    </>
  )
}
