import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { canSaveFiles, saveTextFile } from '@/lib/save-file.ts'
import { releaseProblemText } from '@/messages/releases/releases.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { IconButton } from '@/ui/form/Button.tsx'

interface DownloadButtonProps {
  label: string
  name: string
  /** Undefined while loading. */
  text: string | undefined
  /** The reason why there is nothing to save. */
  reason?: string | undefined
}

/** Saves a text as a file. An error is shown as a notification and next to the button. */
export function DownloadButton({ label, name, text, reason }: DownloadButtonProps) {
  const [failed, setFailed] = useState(false)
  const save = () => {
    if (text === undefined) return
    try {
      saveTextFile(name, text)
      setFailed(false)
    } catch (error) {
      setFailed(true)
      showToast({ tone: 'bad', title: releaseProblemText.downloadFailed, detail: errorMessage(error) })
    }
  }
  return (
    <>
      {failed && (
        <span title={releaseProblemText.downloadFailed}>
          <StatusMark tone="bad" />
          <span className="visually-hidden">{releaseProblemText.downloadFailed}</span>
        </span>
      )}
      <IconButton
        size="s"
        label={label}
        icon={<IconDownload size={16} aria-hidden="true" />}
        reason={canSaveFiles() ? reason : releaseProblemText.cannotSave}
        onClick={save}
      />
    </>
  )
}
