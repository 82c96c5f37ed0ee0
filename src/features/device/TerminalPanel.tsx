import {
  IconAccessible,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconTerminal2,
} from '@tabler/icons-react'
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { createStored, asBoolean } from '@/lib/stored.ts'
import { terminalText } from '@/messages/device.ts'
import { IconButton } from '@/ui/Button.tsx'
import { classes } from '@/ui/classes.ts'
import { Panel } from '@/ui/Panel.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/Skeleton.tsx'
import type { DevicePageData } from './device-page.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import { TerminalPicker } from './TerminalPicker.tsx'
import { TerminalTabList } from './TerminalTabList.tsx'
import { useTerminalTabs } from './use-terminal-tabs.ts'
import styles from './TerminalPanel.module.css'

// The emulator is heavy and many people never open a session.
const TerminalScreen = lazy(() =>
  import('./TerminalScreen.tsx').then((module) => ({ default: module.TerminalScreen })),
)

const screenReaderMode = createStored('terminal.screen-reader', false, asBoolean)

interface TerminalPanelProps {
  page: DevicePageData
  expanded: boolean
  onExpand: (expand: boolean) => void
}

/** Shells on the device and in its services, one in each tab (spec 2 §2). */
export function TerminalPanel({ page, expanded, onExpand }: TerminalPanelProps) {
  const { tabs, snapshot } = useTerminalTabs(page)
  const forScreenReader = useSyncExternalStore(screenReaderMode.subscribe, screenReaderMode.get)
  const Expand = expanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  const current = snapshot.tabs.find(({ id }) => id === snapshot.current)
  return (
    <Panel
      title={terminalText.panel}
      icon={<IconTerminal2 size={16} aria-hidden="true" />}
      flush
      className={classes(styles.panel, expanded && styles.expanded)}
      aside={snapshot.tabs.length > 0 && <TerminalTabList tabs={tabs} snapshot={snapshot} />}
      actions={
        <>
          <IconButton
            size="s"
            label={terminalText.screenReader}
            icon={<IconAccessible size={16} aria-hidden="true" />}
            pressed={forScreenReader}
            onClick={() => screenReaderMode.set(!forScreenReader)}
          />
          <IconButton
            size="s"
            label={expanded ? terminalText.shrink : terminalText.expand}
            icon={<Expand size={16} aria-hidden="true" />}
            onClick={() => onExpand(!expanded)}
          />
        </>
      }
    >
      {current === undefined && <TerminalPicker page={page} onStart={(target) => tabs.start(target)} />}
      {snapshot.tabs.map((tab) => (
        <Session
          key={tab.id}
          tabs={tabs}
          tab={tab}
          shown={tab === current}
          forScreenReader={forScreenReader}
        />
      ))}
    </Panel>
  )
}

interface SessionProps {
  tabs: TerminalTabs
  tab: TerminalTab
  shown: boolean
  forScreenReader: boolean
}

/** One session's screen; out of sight it keeps its place and its text. */
function Session({ tabs, tab, shown, forScreenReader }: SessionProps) {
  const foot = useRef<HTMLDivElement>(null)
  const { state } = tab.snapshot
  return (
    <section aria-label={terminalText.region(tab.title)} className={styles.session} hidden={!shown}>
      <Suspense
        fallback={
          <LoadingRegion label={terminalText.loading} className={styles.loading}>
            <SkeletonLines lines={3} />
          </LoadingRegion>
        }
      >
        <TerminalScreen
          tabs={tabs}
          tab={tab}
          shown={shown}
          forScreenReader={forScreenReader}
          onLeave={() => foot.current?.focus()}
        />
      </Suspense>
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        <span>{terminalText.leave}</span>
        {state === 'failed' && (
          <button type="button" className={styles.retry} onClick={() => tab.session.retry()}>
            {terminalText.retry}
          </button>
        )}
      </div>
    </section>
  )
}
