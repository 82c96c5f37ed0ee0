import { IconDownload } from '@tabler/icons-react'
import { fileName, saveTextFile } from '@/lib/save-file.ts'
import { keysText as text } from '@/messages/access/keys.ts'
import { CopyableText } from '@/ui/display/CopyableText.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'

/** A new key. */
export interface NewKey {
  name: string
  secret: string
}

export interface SecretDialogProps {
  created: NewKey | null
  /** The kind of the key: "Provisioning key". */
  what: string
  /** What the key allows. */
  power: string
  onClose: () => void
}

/** Shows a new key once. It closes only with its own button, so that the key is not lost by accident. */
export function SecretDialog({ created, what, power, onClose }: SecretDialogProps) {
  useAnnounced(created && text.created(created.name))
  return (
    <Dialog
      opened={created !== null}
      onClose={onClose}
      insistent
      title={text.secretTitle}
      footer={
        <>
          {created !== null && (
            <Button
              icon={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveTextFile(`${fileName(created.name)}.txt`, `${created.secret}\n`)}
            >
              {text.download}
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            {text.secretDone}
          </Button>
        </>
      }
    >
      <Banner tone="warn">
        {text.secretBody} {power}
      </Banner>
      {created !== null && <CopyableText text={created.secret} what={what} />}
    </Dialog>
  )
}
