import {
  IconAccessible,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconSearch,
  IconTerminal2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { terminalText } from '@/messages/device.ts'
import { terminalToolText } from '@/messages/device-terminal.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { classes } from '@/ui/classes.ts'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import type { Cast } from './asciicast.ts'
import type { DevicePageData } from '../device-page.ts'
import { RecordingDialog } from './RecordingDialog.tsx'
import { screenReaderMode } from './terminal-preferences.ts'
import { TerminalOptionsMenu } from './TerminalOptionsMenu.tsx'
import { TerminalPicker } from './TerminalPicker.tsx'
import { TerminalSession } from './TerminalSession.tsx'
import { TerminalTabList } from './TerminalTabList.tsx'
import { useTerminalTabs } from './use-terminal-tabs.ts'
import { useTerminalTools } from './use-terminal-tools.ts'
import styles from './TerminalPanel.module.css'

interface TerminalPanelProps {
  page: DevicePageData
  expanded: boolean
  onExpand: (expand: boolean) => void
}

/** Shells on the device and in its services, one in each tab. */
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
        <TerminalSession
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
