import { useState } from 'react'
import { account } from '@/api/account.ts'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { withPassword } from '@/features/preferences/reverification/wrong-password.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { isTwoFactorOn } from './two-factor-state.ts'
import { useTwoFactorRefresh } from './two-factor.queries.ts'

/** Disables two-factor authentication. After a lost response it may already be disabled, which the platform refuses. */
async function disableTwoFactor(password: string): Promise<void> {
  try {
    await account.disableTwoFactor(password)
  } catch (error) {
    if (!isApiError(error, 'invalid')) throw error
    await api().session.refresh()
    if (isTwoFactorOn(api().session.claims())) throw error
  }
}

/** Disables two-factor authentication after asking for the password. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const refresh = useTwoFactorRefresh()
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      danger
      title={text.disableTitle}
      confirmLabel={text.disableConfirm}
      onClose={onClose}
      reason={password === '' ? text.passwordMissing : undefined}
      onSubmit={async () => {
        await withPassword(() => disableTwoFactor(password))
        onClose()
        showToast({ tone: 'ok', title: text.disabled })
        await refresh()
      }}
    >
      <p>{text.disableBody}</p>
      <PasswordField
        label={text.password}
        value={password}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
