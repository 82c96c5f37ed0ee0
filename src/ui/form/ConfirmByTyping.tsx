import { useId, useState } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import styles from './ConfirmByTyping.module.css'

export interface ConfirmByTypingProps {
  /** The text to type; pasting is blocked. */
  expected: string
  value: string
  onChange: (value: string) => void
}

/** Requires typing a text before an irreversible action. */
export function ConfirmByTyping({ expected, value, onChange }: ConfirmByTypingProps) {
  const id = useId()
  const [pasted, setPasted] = useState(false)
  return (
    <div className={styles.typed}>
      <label htmlFor={id}>{commonText.typeToConfirm(expected)}</label>
      <input
        id={id}
        data-autofocus
        className={styles.input}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={pasted ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onPaste={(event) => {
          event.preventDefault()
          setPasted(true)
        }}
        onDrop={(event) => event.preventDefault()}
      />
      {pasted && (
        <Status id={`${id}-note`} className={styles.note}>
          {commonText.noPaste}
        </Status>
      )}
    </div>
  )
}
