import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceRequest } from '@/api/service-client.ts'
import { account as accountCalls } from '@/api/account.ts'
import { FormDialog } from '@/domain/screen/FormDialog.tsx'
import { accountQuery, type Account } from '@/domain/account/account.queries.ts'
import { withPassword } from '../reverification/wrong-password.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { NewPasswordFields } from '@/domain/account/NewPasswordFields.tsx'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { isEmail } from '@/lib/email.ts'
import { detailsText as text } from '@/messages/preferences.ts'
import { PasswordField, TextField } from '@/ui/form/TextField.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'

/**
 * Sets or changes the email. The same one closes the dialog without a call; who has no password makes one first
 *.
 */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [made, setMade] = useState(noPassword)
  // What was made stays made when the second call fails.
  const [hasPassword, setHasPassword] = useState(account.hasPassword)
  const wanted = email.trim()
  const submit = async () => {
    if (wanted.toLowerCase() === account.email?.toLowerCase()) return onClose()
    if (!hasPassword) {
      await accountCalls.changePassword(null, made.password)
      setHasPassword(true)
      setPassword(made.password)
      void queries.invalidateQueries({ queryKey: accountQuery().queryKey })
    }
    const outcome = await withPassword(() =>
      accountCalls.changeEmail(wanted, hasPassword ? password : made.password),
    )
    onClose()
    showToast(
      outcome === 'changed'
        ? { tone: 'ok', title: text.emailChanged(wanted) }
        : { tone: 'info', title: text.emailAwaits(wanted) },
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
      reason={whyNot(wanted, hasPassword ? { password } : { problem: newPasswordProblem(made) })}
      commands={platformCommands(
        null,
        serviceRequest('patch', '/user/email', { body: { email: wanted, password: '…' } }),
      )}
      onSubmit={submit}
    >
      <TextField
        label={text.newEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {hasPassword ? (
        <PasswordField
          label={text.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : (
        <>
          <p>{text.passwordFirst}</p>
          <NewPasswordFields value={made} onChange={setMade} tried={made.again !== ''} known={[wanted]} />
        </>
      )}
    </FormDialog>
  )
}

function whyNot(
  email: string,
  given: { password: string } | { problem: string | undefined },
): string | undefined {
  if (email === '') return text.emailMissing
  if (!isEmail(email)) return text.emailInvalid
  if ('problem' in given) return given.problem
  return given.password === '' ? text.passwordMissing : undefined
}
