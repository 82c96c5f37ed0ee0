import { useState } from 'react'
import { account, accountCalls } from '@/api/account.ts'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useReverification } from '@/features/preferences/reverification/use-reverification.tsx'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { CopyableText } from '@/ui/display/CopyableText.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { keyIn } from './authenticator-address.ts'
import { QrCode } from './QrCode.tsx'

const DIGITS = 6

export interface SetUpDialogProps {
  /** The `otpauth:` address in the QR code. */
  address: string
  onClose: () => void
  /** Called once two-factor authentication is on. */
  onPaired: () => Promise<void>
}

/** Shows the QR code and asks for the first code of the authenticator app, which enables two-factor authentication. */
export function SetUpDialog({ address, onClose, onPaired }: SetUpDialogProps) {
  const [typed, setTyped] = useState('')
  const reverification = useReverification()
  const code = typed.replaceAll(/\s/g, '')
  const key = keyIn(address)
  const call = accountCalls.verifyCode(code)
  const pair = () =>
    reverification.run(async () => {
      try {
        await account.verifyCode(call)
      } catch (error) {
        throw isApiError(error, 'unauthorized') ? new Failure(text.wrongCode) : error
      }
    }, ['stale-session'])
  return (
    <FormDialog
      title={text.setUpTitle}
      confirmLabel={text.pair}
      onClose={onClose}
      reason={/^\d+$/.test(code) && code.length === DIGITS ? undefined : text.pairingMissing}
      commands={platformCommands(null, accountCalls.setUpTwoFactor(), call)}
      over={reverification.dialog}
      onSubmit={async () => {
        await pair()
        await onPaired()
      }}
    >
      <p>{text.scan}</p>
      <QrCode text={address} label={text.code} />
      <p>{text.byHand}</p>
      <CopyableText text={key.replaceAll(' ', '')} shown={key} what={text.key} />
      <TextField
        required
        label={text.pairingCode}
        description={text.pairingHint}
        value={typed}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={DIGITS + 1}
        data-autofocus
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
