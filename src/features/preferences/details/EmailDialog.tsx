import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account as accountRequests, accountCalls } from '@/api/account.ts'
import { accountQuery, type Account } from '@/domain/account/account.queries.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { withPassword } from '@/features/preferences/reverification/wrong-password.ts'
import { isEmail } from '@/lib/email.ts'
import { withoutSecrets } from '@/lib/equivalent-command.ts'
import { detailsText as text } from '@/messages/preferences/preferences.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PasswordField, TextField } from '@/ui/form/TextField.tsx'
import { NewPasswordFields } from '@/widgets/account/NewPasswordFields.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

/**
 * Sets or changes the email address. An unchanged address closes the dialog without a request. Users without a
 * password set one first.
 */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState(noPassword)
  // The new password remains set if the second request fails.
  const [hasPassword, setHasPassword] = useState(account.hasPassword)
  const newEmail = email.trim()
  const callWith = (confirmed: string) => accountCalls.changeEmail(newEmail, confirmed)
  const submit = async () => {
    if (newEmail.toLowerCase() === account.email?.toLowerCase()) return onClose()
    if (!hasPassword) {
      await accountRequests.changePassword(null, newPassword.password)
      setHasPassword(true)
      setPassword(newPassword.password)
      void queries.invalidateQueries({ queryKey: accountQuery().queryKey })
    }
    const outcome = await withPassword(() =>
      accountRequests.changeEmail(callWith(hasPassword ? password : newPassword.password)),
    )
    onClose()
    showToast(
      outcome === 'changed'
        ? { tone: 'ok', title: text.emailChanged(newEmail) }
        : { tone: 'info', title: text.emailAwaits(newEmail) },
    )
    await Promise.all(
      ['account', 'current-user', 'user_profile'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
  return (
    <FormDialog
      title={account.email === null ? text.setEmail : text.changeEmail}
      confirmLabel={account.email === null ? text.setEmail : text.changeEmail}
      onClose={onClose}
      reason={whyNot(newEmail, hasPassword ? { password } : { problem: newPasswordProblem(newPassword) })}
      commands={platformCommands(null, withoutSecrets(callWith(''), 'password'))}
      onSubmit={submit}
    >
      <TextField
        required
        label={text.newEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {hasPassword ? (
        <PasswordField
          required
          label={text.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : (
        <>
          <p>{text.passwordFirst}</p>
          <NewPasswordFields value={newPassword} onChange={setNewPassword} tried={false} known={[newEmail]} />
        </>
      )}
    </FormDialog>
  )
}

function whyNot(
  email: string,
  confirmation: { password: string } | { problem: string | undefined },
): string | undefined {
  if (email === '') return text.emailMissing
  if (!isEmail(email)) return text.emailInvalid
  if ('problem' in confirmation) return confirmation.problem
  return confirmation.password === '' ? text.passwordMissing : undefined
}
