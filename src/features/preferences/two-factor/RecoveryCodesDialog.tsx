import { IconDownload } from '@tabler/icons-react'
import { saveTextFile } from '@/lib/save-file.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import styles from './TwoFactor.module.css'

/** Shows new recovery codes, which cannot be shown again. Closes only by its button. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = codes.join('\n')
  useAnnounced(text.codesCreated(codes.length))
  return (
    <Dialog
      insistent
      onClose={onClose}
      title={text.codesTitle}
      footer={
        <>
          <CopyButton size="m" text={list} what={text.codes} />
          <Button
            icon={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => saveTextFile(text.codesFile, `${list}\n`)}
          >
            {text.download}
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {text.codesDone}
          </Button>
        </>
      }
    >
      <Banner tone="warn">{text.codesBody}</Banner>
      <ul className={styles.codes} aria-label={text.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
