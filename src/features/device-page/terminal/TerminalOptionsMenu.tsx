import { IconDots } from '@tabler/icons-react'
import { terminalToolText } from '@/messages/device-page/device-terminal.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import {
  clipboardGroup,
  useFontGroup,
  useRecordingGroup,
  type TerminalOptionsMenuProps,
} from './terminal-menu-groups.tsx'

/** Less frequent functions: clipboard, font size, recording. */
export function TerminalOptionsMenu(props: TerminalOptionsMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          size="s"
          label={terminalToolText.options}
          icon={<IconDots size={16} aria-hidden="true" />}
        />
      }
      groups={[clipboardGroup(props), useFontGroup(), useRecordingGroup(props)]}
    />
  )
}
