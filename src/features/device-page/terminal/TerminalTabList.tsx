import { IconPlus, IconX } from '@tabler/icons-react'
import { terminalText } from '@/messages/device-page/device.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import type { TerminalState } from './terminal-session.ts'
import type { TerminalTabs, TerminalTabsSnapshot } from './terminal-tabs.ts'
import styles from './TerminalTabList.module.css'

/** The tone of a session state. */
const sessionTone: Record<TerminalState, Tone> = {
  connected: 'ok',
  failed: 'bad',
  connecting: 'warn',
}

interface TerminalTabListProps {
  tabs: TerminalTabs
  snapshot: TerminalTabsSnapshot
  /** A session or the picker was selected. */
  onPick: () => void
}

/** The tabs of the sessions with their states, and a button for a new one. */
export function TerminalTabList({ tabs, snapshot, onPick }: TerminalTabListProps) {
  const pick = (id: number | null) => {
    tabs.select(id)
    onPick()
  }
  return (
    <>
      <ul className={styles.list} aria-label={terminalText.sessions}>
        {snapshot.tabs.map(({ id, title, snapshot: { state, unseen } }) => (
          <li key={id} className={styles.tab} data-current={id === snapshot.current || undefined}>
            <button
              type="button"
              className={styles.select}
              aria-label={terminalText.tabName(title, terminalText.states[state], unseen)}
              aria-current={id === snapshot.current ? 'true' : undefined}
              onClick={() => pick(id)}
            >
              <StatusMark tone={sessionTone[state]} />
              {title}
              {state === 'failed' && (
                <>
                  {' '}
                  <span className={styles.failed}>{terminalText.states.failed}</span>
                </>
              )}
              {unseen && <span className={styles.unseen} aria-hidden="true" />}
            </button>
            <IconButton
              size="s"
              className={styles.close}
              label={terminalText.close(title)}
              icon={<IconX size={13} aria-hidden="true" />}
              onClick={() => tabs.close(id)}
            />
          </li>
        ))}
      </ul>
      <IconButton
        size="s"
        label={terminalText.newSession}
        icon={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => pick(null)}
      />
    </>
  )
}
