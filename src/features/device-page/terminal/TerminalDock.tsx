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
import { terminalText } from '@/messages/device.ts'
import { isBehindDialog } from '@/ui/form/typing.ts'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { useStored } from '@/ui/use-stored.ts'
import type { DevicePageData } from '../device-page.ts'
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
  /** Whether it has the whole page for itself. */
  expanded: boolean
  onExpand: (expand: boolean) => void
  /** Something else has the whole page; the sessions go on. */
  hidden: boolean
}

/**
 * The device's terminal, below every tab of its page: a bar that opens to the height that was last chosen and keeps its
 * sessions while somebody goes from tab to tab. Ctrl ` opens it, goes to it and closes it.
 */
export function TerminalDock({ page, open, onOpen, expanded, onExpand, hidden }: TerminalDockProps) {
  const dock = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const [height, setHeight] = useStored(dockHeight)
  const [focusAsked, setFocusAsked] = useState(0)
  const isOpen = open || expanded
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const body = useId()
  useRoomBelow(dock, expanded || hidden)
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
      setFocusAsked(focusAsked + 1)
    }
  })
  useCovering(expanded, () => {
    if (!dock.current?.contains(document.activeElement)) setFocusAsked(focusAsked + 1)
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
            focusAsked={focusAsked}
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

/** Ctrl and the key left of 1, whatever is printed on it; heard before a terminal takes it as typing. */
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

/** Tells when the dock takes the page, whose control is out of sight then; not when the page was opened so. */
function useCovering(covers: boolean, onCover: () => void) {
  const covered = useRef(covers)
  const onChange = useEffectEvent(onCover)
  useEffect(() => {
    if (covers && !covered.current) onChange()
    covered.current = covers
  }, [covers])
}

/** What takes the focus is scrolled clear of the dock, and notifications stand above it. */
function useRoomBelow(dock: { readonly current: HTMLElement | null }, none: boolean) {
  useLayoutEffect(() => {
    if (none) return
    const root = document.documentElement
    const measure = () => root.style.setProperty('--dock', `${dock.current?.offsetHeight ?? 0}px`)
    measure()
    const observer = new ResizeObserver(measure)
    if (dock.current) observer.observe(dock.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--dock')
    }
  }, [dock, none])
}
