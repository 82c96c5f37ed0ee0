import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { terminalToolText as text } from '@/messages/device-page/device-terminal.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { pastedLines } from './terminal-paste.ts'
import styles from './PasteDialog.module.css'

const MAX_SHOWN = 10

interface PasteDialogProps {
  /** Text of the clipboard. */
  lines: string
  onPaste: () => void
  onClose: () => void
}

/** Asks before pasting several lines into a shell, which may run each immediately, and shows them. */
export function PasteDialog({ lines, onPaste, onClose }: PasteDialogProps) {
  const all = pastedLines(lines.replace(/(?:\r\n|\r|\n)$/, ''))
  const more = all.length - MAX_SHOWN
  return (
    <Dialog
      onClose={onClose}
      title={all.length === 1 ? text.pasteLineTitle : text.pasteLinesTitle(formatNumber(all.length))}
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onPaste()
            }}
          >
            {text.paste}
          </Button>
        </>
      }
    >
      <p>{all.length === 1 ? text.pasteLine : text.pasteLines}</p>
      <pre className={styles.lines}>{all.slice(0, MAX_SHOWN).join('\n')}</pre>
      {more > 0 && <p>{text.pasteMore(formatNumber(more))}</p>}
    </Dialog>
  )
}
