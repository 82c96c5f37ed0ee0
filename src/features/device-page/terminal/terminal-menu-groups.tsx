import {
  IconClipboard,
  IconCopy,
  IconDownload,
  IconFolderOpen,
  IconPlayerPlay,
  IconPlayerRecord,
  IconPlayerStop,
  IconTextDecrease,
  IconTextIncrease,
} from '@tabler/icons-react'
import { canSaveFiles, fileName, saveTextFile } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { recordingText, terminalToolText } from '@/messages/device-page/device-terminal.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { castText } from './asciicast.ts'
import type { TerminalHandle } from './terminal-handle.ts'
import { fontSize, MAX_FONT, MIN_FONT } from './terminal-preferences.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'

export interface TerminalOptionsMenuProps {
  deviceName: string
  tabs: TerminalTabs
  /** The visible session. */
  tab: TerminalTab | undefined
  handle: () => TerminalHandle | null
  hasSelection: boolean
  onReplay: () => void
  onOpenRecording: () => void
}

/** Copy and paste. */
export function clipboardGroup({ tab, handle, hasSelection }: TerminalOptionsMenuProps): MenuGroup {
  const noSession = tab === undefined ? terminalToolText.noSession : undefined
  return {
    title: terminalToolText.clipboard,
    actions: [
      {
        label: terminalToolText.copy,
        icon: <IconCopy size={16} aria-hidden="true" />,
        aside: terminalToolText.copyKeys,
        reason: noSession ?? (hasSelection ? undefined : terminalToolText.nothingSelected),
        onSelect: () => void copySelection(handle()),
      },
      {
        label: terminalToolText.paste,
        icon: <IconClipboard size={16} aria-hidden="true" />,
        aside: terminalToolText.pasteKeys,
        reason: noSession,
        onSelect: () => void pasteClipboard(handle()),
      },
    ],
  }
}

async function copySelection(handle: TerminalHandle | null) {
  if (!handle) return
  const copied = await copyText(handle.selection())
  showToast(
    copied ? { tone: 'ok', title: terminalToolText.copied } : { tone: 'bad', title: commonText.copyFailed },
  )
  handle.focus()
}

async function pasteClipboard(handle: TerminalHandle | null) {
  try {
    handle?.paste(await navigator.clipboard.readText())
  } catch {
    showToast({ tone: 'warn', title: terminalToolText.pasteRefused })
  }
  handle?.focus()
}

/** Font size, shared by all terminals. */
export function useFontGroup(): MenuGroup {
  const [size, setSize] = useStored(fontSize)
  return {
    key: 'font',
    title: terminalToolText.font(size),
    actions: [
      {
        label: terminalToolText.larger,
        icon: <IconTextIncrease size={16} aria-hidden="true" />,
        keepOpen: true,
        reason: size >= MAX_FONT ? terminalToolText.largest : undefined,
        onSelect: () => setSize(size + 1),
      },
      {
        label: terminalToolText.smaller,
        icon: <IconTextDecrease size={16} aria-hidden="true" />,
        keepOpen: true,
        reason: size <= MIN_FONT ? terminalToolText.smallest : undefined,
        onSelect: () => setSize(size - 1),
      },
    ],
  }
}

/** Starts and stops recording, and replays or saves the recording. */
export function useRecordingGroup(props: TerminalOptionsMenuProps): MenuGroup {
  const { deviceName, tabs, tab, handle, onReplay, onOpenRecording } = props
  const time = useTimeSource()
  const running = tab?.recording === 'running'
  const noSession = tab === undefined ? terminalToolText.noSession : undefined
  const nothing = noSession ?? (tab?.recording === 'none' ? recordingText.none : undefined)
  const save = () => {
    const cast = tab && tabs.recordingOf(tab.id)
    if (!cast) return
    const day = new Date(time.now()).toISOString().slice(0, 10)
    saveTextFile(fileName(`${deviceName}-${tab.title}-${day}.cast`), castText(cast))
  }
  return {
    title: recordingText.group,
    actions: [
      {
        label: running ? recordingText.stop : recordingText.start,
        icon: running ? (
          <IconPlayerStop size={16} aria-hidden="true" />
        ) : (
          <IconPlayerRecord size={16} aria-hidden="true" />
        ),
        reason: noSession,
        onSelect: () => {
          if (!tab) return
          if (running) tabs.stopRecording(tab.id)
          else tabs.startRecording(tab.id, time.now())
          // Typing should start immediately, but the menu first returns the focus to its button.
          requestAnimationFrame(() => handle()?.focus())
        },
      },
      {
        label: recordingText.replay,
        icon: <IconPlayerPlay size={16} aria-hidden="true" />,
        reason: nothing,
        onSelect: onReplay,
      },
      {
        label: recordingText.download,
        icon: <IconDownload size={16} aria-hidden="true" />,
        reason: nothing ?? (canSaveFiles() ? undefined : recordingText.cannotSave),
        onSelect: save,
      },
      {
        label: recordingText.open,
        icon: <IconFolderOpen size={16} aria-hidden="true" />,
        onSelect: onOpenRecording,
      },
    ],
  }
}
