import { fleetKeysText as text } from '@/messages/fleet-keys.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Button } from '@/ui/Button.tsx'
import { CopyButton } from '@/ui/CopyButton.tsx'
import { Dialog } from '@/ui/Dialog.tsx'
import styles from './SecretDialog.module.css'

/** Shows a new key this once; it closes only by its own button, so that it is not lost by a slip. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      insistent
      title={text.secretTitle}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {text.secretDone}
        </Button>
      }
    >
      <Banner tone="warn">{text.secretBody}</Banner>
      {secret !== null && (
        <p className={styles.secret}>
          <code aria-label={text.secret}>{secret}</code>
          <CopyButton text={secret} what={text.secret} />
        </p>
      )}
    </Dialog>
  )
}
