import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account as accountCalls } from '@/api/account.ts'
import { FormDialog } from '@/domain/screen/FormDialog.tsx'
import { accountQuery, type Account } from '@/domain/account/account.queries.ts'
import { withPassword } from '../reverification/wrong-password.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { NewPasswordFields } from '@/domain/account/NewPasswordFields.tsx'
import { detailsText as text } from '@/messages/preferences.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Sets or changes the password. Asks for the current one only if there is one. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const queries = useQueryClient()
  const { hasPassword, email, username } = account
  const [current, setCurrent] = useState('')
  const [newPassword, setNewPassword] = useState(noPassword)
  const title = hasPassword ? text.changePassword : text.setPassword
  const isCurrentMissing = hasPassword && current === ''
  return (
    <FormDialog
      title={title}
      confirmLabel={title}
      onClose={onClose}
      reason={isCurrentMissing ? text.passwordMissing : newPasswordProblem(newPassword)}
      onSubmit={async () => {
        await withPassword(() =>
          accountCalls.changePassword(hasPassword ? current : null, newPassword.password),
        )
        onClose()
        showToast({ tone: 'ok', title: hasPassword ? text.passwordChanged : text.passwordNowSet })
        await queries.invalidateQueries({ queryKey: accountQuery().queryKey })
      }}
    >
      {hasPassword && (
        <PasswordField
          label={text.currentPassword}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <NewPasswordFields
        value={newPassword}
        onChange={setNewPassword}
        tried={newPassword.again !== ''}
        known={[username, email ?? '']}
      />
    </FormDialog>
  )
}
