import {
  IconAccessible,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconSearch,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { terminalToolText } from '@/messages/device-page/device-terminal.ts'
import { terminalText } from '@/messages/device-page/device.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import type { Cast } from './asciicast.ts'
import { RecordingDialog } from './RecordingDialog.tsx'
import { screenReaderMode } from './terminal-preferences.ts'
import { TerminalOptionsMenu } from './TerminalOptionsMenu.tsx'
import { TerminalPicker } from './TerminalPicker.tsx'
import { TerminalSession } from './TerminalSession.tsx'
import { TerminalTabList } from './TerminalTabList.tsx'
import { useTerminalTabs } from './use-terminal-tabs.ts'
import { useTerminalTools } from './use-terminal-tools.ts'
import styles from './TerminalDock.module.css'

interface TerminalPanelProps {
  page: DevicePageData
  /** Id of the element that the button of the dock controls. */
  id: string
  open: boolean
  onOpen: () => void
  /** Incremented to request the focus, which goes to the session or the picker. */
  focusRequests: number
  expanded: boolean
  onExpand: (expand: boolean) => void
}

/** Shell sessions on the device and in its services, one per tab; shown in the open dock. */
export function TerminalPanel({
  page,
  id,
  open,
  onOpen,
  focusRequests,
  expanded,
  onExpand,
}: TerminalPanelProps) {
  const { tabs, snapshot } = useTerminalTabs(page)
  const [forScreenReader, setForScreenReader] = useStored(screenReaderMode)
  const tools = useTerminalTools()
  const [replaying, setReplaying] = useState<{ cast: Cast | null } | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const Expand = expanded ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  const current = snapshot.tabs.find((tab) => tab.id === snapshot.current)
  useEffect(() => tabs.setVisible(open), [tabs, open])
  const takeFocus = useEffectEvent(() => {
    const handle = tools.handleOf(current)
    if (handle) handle.focus()
    else body.current?.querySelector<HTMLElement>('select')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (focusRequests > 0) takeFocus()
  }, [focusRequests])
  return (
    <>
      <div className={styles.tools}>
        {snapshot.tabs.length > 0 && <TerminalTabList tabs={tabs} snapshot={snapshot} onPick={onOpen} />}
        {open && (
          <div className={styles.buttons}>
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
          </div>
        )}
      </div>
      {/* Hidden, not unmounted, to keep the sessions open. */}
      <div ref={body} id={id} className={styles.body} hidden={!open}>
        {current === undefined && <TerminalPicker page={page} onStart={(target) => tabs.start(target)} />}
        {snapshot.tabs.map((tab) => (
          <TerminalSession
            key={tab.id}
            tabs={tabs}
            tab={tab}
            shown={open && tab === current}
            forScreenReader={forScreenReader}
            tools={tools}
          />
        ))}
      </div>
      {replaying && <RecordingDialog cast={replaying.cast} onClose={() => setReplaying(null)} />}
    </>
  )
}
