import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { commonText } from '@/messages/common/common.ts'
import { releasePageText } from '@/messages/releases/releases.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { createAutosave, type SaveState } from './autosave.ts'
import styles from './Release.module.css'

export interface AutosavedTextProps {
  label: string
  /** The saved text. */
  value: string
  /** Shown if the text is empty and read-only. */
  empty: string
  /** What to write here, shown in the empty field. */
  invitation: string
  /** The reason why the text is read-only. */
  reason: string | undefined
  rows: number
  /** The problem of a text, which is then not saved. */
  problemOf: (text: string) => string | undefined
  /** Saves and refetches the text. Only the first callback is used: another release mounts another component. */
  onSave: (text: string) => Promise<unknown>
}

/** A text that is saved after a pause in typing. If saving fails, it is kept and can be saved again. */
export function AutosavedText(props: AutosavedTextProps) {
  const { label, value, empty, invitation, reason, rows, problemOf, onSave } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [autosave] = useState(() => createAutosave(onSave))
  const state = useSyncExternalStore(autosave.subscribe, autosave.state)
  // Leaving the page counts as a pause.
  useEffect(() => () => void autosave.flush(), [autosave])

  if (reason !== undefined) {
    return (
      <>
        <p className={value === '' ? styles.quiet : styles.text}>{value === '' ? empty : value}</p>
        <p className={styles.foot}>{releasePageText.cannotChange(reason)}</p>
      </>
    )
  }
  const text = draft ?? value
  const problem = problemOf(text)
  const write = (next: string) => {
    setDraft(next)
    if (problemOf(next) === undefined) autosave.write(next)
    else autosave.drop()
  }
  return (
    <>
      <TextArea
        className={styles.bare}
        label={label}
        rows={rows}
        placeholder={invitation}
        value={text}
        error={problem}
        onChange={(event) => write(event.target.value)}
        onBlur={() => {
          // Without unsaved input, the field shows what others save.
          if (problem === undefined && (state.kind === 'saved' || state.kind === 'clean')) setDraft(null)
        }}
      />
      <SaveLine state={state} onRetry={() => void autosave.flush()} />
    </>
  )
}

function SaveLine({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state.kind === 'failed') {
    return (
      <div className={styles.foot} role="alert">
        <StatusMark tone="bad" />
        <span className={styles.said}>{releasePageText.notSaved(errorMessage(state.error))}</span>
        <Button size="s" onClick={onRetry}>
          {commonText.retry}
        </Button>
      </div>
    )
  }
  return (
    <Status as="div" className={styles.foot}>
      {releasePageText.saveStates[state.kind]}
    </Status>
  )
}
