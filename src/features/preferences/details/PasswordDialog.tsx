import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account as accountCalls } from '@/api/account.ts'
import { accountQuery, type Account } from '@/domain/account/account.queries.ts'
import { newPasswordProblem, noPassword } from '@/domain/account/new-password.ts'
import { withPassword } from '@/features/preferences/reverification/wrong-password.ts'
import { detailsText as text } from '@/messages/preferences/preferences.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { NewPasswordFields } from '@/widgets/account/NewPasswordFields.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

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
          required
          label={text.currentPassword}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <NewPasswordFields
        value={newPassword}
        onChange={setNewPassword}
        tried={false}
        known={[username, email ?? '']}
      />
    </FormDialog>
  )
}
