import { planText as text } from '@/messages/billing/billing.ts'
import { commonText } from '@/messages/common/common.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'

export interface DebitTermsDialogProps {
  organization: string
  running: boolean
  onAccept: () => void
  /** Returns to the summary. */
  onClose: () => void
}

/** The terms of recurring debits from a bank account. */
export function DebitTermsDialog({ organization, running, onAccept, onClose }: DebitTermsDialogProps) {
  return (
    <Dialog
      onClose={running ? () => {} : onClose}
      title={text.termsTitle}
      footer={
        <>
          <Button onClick={onClose} reason={running ? commonText.running : undefined}>
            {commonText.cancel}
          </Button>
          <Button variant="primary" busy={running} data-autofocus onClick={onAccept}>
            {text.acceptTerms}
          </Button>
        </>
      }
    >
      {text.terms(organization).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  )
}
