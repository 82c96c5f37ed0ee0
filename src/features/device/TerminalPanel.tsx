import {
  IconAccessible,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconPlayerRecordFilled,
  IconSearch,
  IconTerminal2,
} from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { terminalText } from '@/messages/device.ts'
import { recordingText, terminalToolText } from '@/messages/device-terminal.ts'
import { IconButton } from '@/ui/Button.tsx'
import { classes } from '@/ui/classes.ts'
import { Panel } from '@/ui/Panel.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/Skeleton.tsx'
import { useStored } from '@/ui/useStored.ts'
import type { Cast } from './asciicast.ts'
import type { DevicePageData } from './device-page.ts'
import { RecordingDialog } from './RecordingDialog.tsx'
import type { TerminalFound, TerminalHandle } from './terminal-handle.ts'
import { fontSize, screenReaderMode } from './terminal-preferences.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import { TerminalOptionsMenu } from './TerminalOptionsMenu.tsx'
import { TerminalSearchBar } from './TerminalSearchBar.tsx'
import { TerminalPicker } from './TerminalPicker.tsx'
import { TerminalTabList } from './TerminalTabList.tsx'
import { useTerminalTabs } from './use-terminal-tabs.ts'
import styles from './TerminalPanel.module.css'

// The emulator is heavy and many people never open a session.
const TerminalScreen = lazy(() =>
  import('./TerminalScreen.tsx').then((module) => ({ default: module.TerminalScreen })),
)

interface TerminalPanelProps {
  page: DevicePageData
  expanded: boolean
  onExpand: (expand: boolean) => void
}

/** Shells on the device and in its services, one in each tab (spec 2 §2). */
export function TerminalPanel({ page, expanded, onExpand }: TerminalPanelProps) {
  const { tabs, snapshot } = useTerminalTabs(page)
  const [forScreenReader, setForScreenReader] = useStored(screenReaderMode)
  const tools = useTerminalTools()
  const [replaying, setReplaying] = useState<{ cast: Cast | null } | null>(null)
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
            label={terminalToolText.search}
            icon={<IconSearch size={16} aria-hidden="true" />}
            pressed={tools.searching}
            reason={current === undefined ? terminalToolText.noSession : undefined}
            onClick={() => tools.setSearching(!tools.searching)}
          />
          <IconButton
            size="s"
            label={terminalText.screenReader}
            icon={<IconAccessible size={16} aria-hidden="true" />}
            pressed={forScreenReader}
            onClick={() => setForScreenReader(!forScreenReader)}
          />
          <TerminalOptionsMenu
            deviceName={page.device.device_name}
            tabs={tabs}
            tab={current}
            handle={() => tools.handleOf(current)}
            hasSelection={tools.hasSelection}
            onReplay={() => setReplaying({ cast: current ? tabs.recordingOf(current.id) : null })}
            onOpenRecording={() => setReplaying({ cast: null })}
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
          tools={tools}
        />
      ))}
      {replaying && <RecordingDialog cast={replaying.cast} onClose={() => setReplaying(null)} />}
    </Panel>
  )
}

interface SessionProps {
  tabs: TerminalTabs
  tab: TerminalTab
  shown: boolean
  forScreenReader: boolean
  tools: TerminalTools
}

/** One session's screen; out of sight it keeps its place and its text. */
function Session({ tabs, tab, shown, forScreenReader, tools }: SessionProps) {
  const [letters] = useStored(fontSize)
  const foot = useRef<HTMLDivElement>(null)
  const { state } = tab.snapshot
  return (
    <section aria-label={terminalText.region(tab.title)} className={styles.session} hidden={!shown}>
      {shown && tools.searching && (
        <TerminalSearchBar
          handle={tools.handleOf(tab)}
          found={tools.found}
          onClose={() => {
            tools.setSearching(false)
            void tools.handleOf(tab)?.endSearch()
            tools.handleOf(tab)?.focus()
          }}
        />
      )}
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
          fontSize={letters}
          onHandle={tools.keepHandle}
          onFound={tools.setFound}
          onSelection={tools.setHasSelection}
          onLeave={() => foot.current?.focus()}
        />
      </Suspense>
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        <span>{terminalText.leave}</span>
        {tab.recording === 'running' && (
          <span className={styles.recording} title={recordingText.whatIsKept}>
            <IconPlayerRecordFilled size={12} aria-hidden="true" /> {recordingText.on}
          </span>
        )}
        {state === 'failed' && (
          <button type="button" className={styles.retry} onClick={() => tab.session.retry()}>
            {terminalText.retry}
          </button>
        )}
      </div>
    </section>
  )
}

type TerminalTools = ReturnType<typeof useTerminalTools>

/** What the panel's tools know of its emulators. */
function useTerminalTools() {
  const handles = useRef(new Map<number, TerminalHandle>())
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<TerminalFound>({ nth: 0, count: 0 })
  const [hasSelection, setHasSelection] = useState(false)
  const keepHandle = useCallback((id: number, handle: TerminalHandle | null) => {
    if (handle) handles.current.set(id, handle)
    else handles.current.delete(id)
  }, [])
  return {
    searching,
    setSearching,
    found,
    setFound,
    hasSelection,
    setHasSelection,
    keepHandle,
    handleOf: (tab: TerminalTab | undefined) => (tab && handles.current.get(tab.id)) ?? null,
  }
}
