import { useState } from 'react'
import { commandText } from '@/messages/common/command.ts'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './EquivalentCommand.module.css'

export interface EquivalentCommandProps {
  /** The equivalent CLI command; null if the CLI does not support it. */
  cli: string | null
  /** The equivalent HTTP request. */
  curl: string
  /** Expanded initially. */
  open?: boolean
}

const kinds = ['cli', 'curl'] as const

/** The command line equivalent of an action, ready to copy. */
export function EquivalentCommand({ open, ...commands }: EquivalentCommandProps) {
  if (open) return <Command {...commands} />
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{commandText.show}</summary>
      <Command {...commands} />
    </details>
  )
}

function Command(commands: Omit<EquivalentCommandProps, 'open'>) {
  const [chosen, setKind] = useState<(typeof kinds)[number]>('cli')
  const kind = commands.cli === null ? 'curl' : chosen
  const text = commands[kind] ?? commands.curl
  return (
    <div className={styles.command}>
      <div className={styles.head}>
        {commands.cli === null ? (
          <span>{commandText.kinds.curl}</span>
        ) : (
          <SegmentedControl
            label={commandText.kind}
            size="s"
            value={kind}
            options={kinds.map((value) => ({ value, label: commandText.kinds[value] }))}
            onChange={setKind}
          />
        )}
        <CopyButton text={text} what={commandText.what} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0} role="region" aria-label={commandText.kinds[kind]}>
        {text}
      </pre>
      {kind === 'curl' && <p className={styles.note}>{commandText.tokenNote}</p>}
    </div>
  )
}
