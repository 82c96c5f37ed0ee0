import { IconPlayerRecordFilled } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { recordingText } from '@/messages/device-page/device-terminal.ts'
import { terminalText } from '@/messages/device-page/device.ts'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { loadTerminalScreen } from './load-terminal-screen.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { fontSize } from './terminal-preferences.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import { TerminalSearchBar } from './TerminalSearchBar.tsx'
import type { TerminalTools } from './use-terminal-tools.ts'
import styles from './TerminalDock.module.css'

// Loaded lazily, because it is large and many users never open a session.
const TerminalScreen = lazy(() => loadTerminalScreen().then((module) => ({ default: module.TerminalScreen })))

interface TerminalSessionProps {
  tabs: TerminalTabs
  tab: TerminalTab
  shown: boolean
  forScreenReader: boolean
  tools: TerminalTools
}

/** The screen of a session. Stays mounted while hidden, to keep its content. */
export function TerminalSession({ tabs, tab, shown, forScreenReader, tools }: TerminalSessionProps) {
  const [size] = useStored(fontSize)
  const foot = useRef<HTMLDivElement>(null)
  const hint = useId()
  const { state } = tab.snapshot
  const [pasting, setPasting] = useState<{ lines: string; paste: () => void } | null>(null)
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
          fontSize={size}
          hint={hint}
          onHandle={tools.setHandle}
          onFound={tools.setFound}
          onSelection={tools.setHasSelection}
          onPasteLines={(lines, paste) => setPasting({ lines, paste })}
          onLeave={() => foot.current?.focus()}
        />
      </Suspense>
      {pasting && (
        <PasteDialog lines={pasting.lines} onPaste={pasting.paste} onClose={() => setPasting(null)} />
      )}
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        <span id={hint}>{terminalText.leave}</span>
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
