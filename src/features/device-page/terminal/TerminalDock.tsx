import { IconChevronDown, IconChevronUp, IconTerminal2 } from '@tabler/icons-react'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { terminalText } from '@/messages/device-page/device.ts'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { isBehindDialog } from '@/ui/form/typing.ts'
import { useStored } from '@/ui/use-stored.ts'
import { DockHandle } from './DockHandle.tsx'
import { dockHeight } from './terminal-preferences.ts'
import styles from './TerminalDock.module.css'

const TerminalPanel = lazy(() =>
  import('./TerminalPanel.tsx').then((module) => ({ default: module.TerminalPanel })),
)

interface TerminalDockProps {
  page: DevicePageData
  open: boolean
  onOpen: (open: boolean) => void
  /** Whether it fills the page. */
  expanded: boolean
  onExpand: (expand: boolean) => void
  /** Another panel fills the page; the sessions stay open. */
  hidden: boolean
}

/**
 * The terminal of the device, below all tabs of its page: a bar that expands to the last chosen height. Sessions stay
 * open across tabs. Ctrl+` opens, focuses and closes it.
 */
export function TerminalDock({ page, open, onOpen, expanded, onExpand, hidden }: TerminalDockProps) {
  const dock = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const [height, setHeight] = useStored(dockHeight)
  const [focusRequests, setFocusRequests] = useState(0)
  const isOpen = open || expanded
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const body = useId()
  useDockHeight(dock, expanded || hidden)
  const setOpen = (next: boolean) => {
    if (!next && expanded) onExpand(false)
    onOpen(next)
  }
  useDockKey(() => {
    if (hidden) return
    if (isOpen && dock.current?.contains(document.activeElement)) {
      setOpen(false)
      toggle.current?.focus()
    } else {
      setOpen(true)
      setFocusRequests(focusRequests + 1)
    }
  })
  useOnCover(expanded, () => {
    if (!dock.current?.contains(document.activeElement)) setFocusRequests(focusRequests + 1)
  })
  const Chevron = isOpen ? IconChevronDown : IconChevronUp
  return (
    <section
      ref={dock}
      aria-label={terminalText.panel}
      className={styles.dock}
      data-size={expanded ? 'page' : isOpen ? 'open' : 'bar'}
      style={{ '--dock-height': `${height}px` } as CSSProperties}
      hidden={hidden}
    >
      {isOpen && !expanded && <DockHandle dock={dock} height={height} onResize={setHeight} />}
      <h2 className={styles.title}>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={wasOpened ? body : undefined}
          aria-keyshortcuts="Control+`"
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={15} aria-hidden="true" />
          <IconTerminal2 size={16} aria-hidden="true" />
          {terminalText.panel}
        </button>
      </h2>
      {wasOpened && (
        <Suspense
          fallback={
            <LoadingRegion id={body} label={terminalText.loading} className={styles.body}>
              <SkeletonLines lines={3} />
            </LoadingRegion>
          }
        >
          <TerminalPanel
            page={page}
            id={body}
            open={isOpen}
            onOpen={() => onOpen(true)}
            focusRequests={focusRequests}
            expanded={expanded}
            onExpand={onExpand}
          />
        </Suspense>
      )}
      {!isOpen && (
        <span className={styles.key} aria-hidden="true">
          <Kbd>Ctrl `</Kbd>
        </span>
      )}
    </section>
  )
}

/** Ctrl and the key left of 1 on any keyboard layout. Captured before a terminal receives it as input. */
function useDockKey(onPress: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'Backquote' || !event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    if (isBehindDialog()) return
    event.preventDefault()
    event.stopPropagation()
    onPress()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Calls `onCover` when the dock starts to fill the page, which hides the focused control; not on the first render. */
function useOnCover(covers: boolean, onCover: () => void) {
  const covered = useRef(covers)
  const onChange = useEffectEvent(onCover)
  useEffect(() => {
    if (covers && !covered.current) onChange()
    covered.current = covers
  }, [covers])
}

/** Reserves space for the dock, so that focused elements scroll clear of it and notifications appear above it. */
function useDockHeight(dock: { readonly current: HTMLElement | null }, disabled: boolean) {
  useLayoutEffect(() => {
    if (disabled) return
    const root = document.documentElement
    const measure = () => root.style.setProperty('--dock', `${dock.current?.offsetHeight ?? 0}px`)
    measure()
    const observer = new ResizeObserver(measure)
    if (dock.current) observer.observe(dock.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--dock')
    }
  }, [dock, disabled])
}
