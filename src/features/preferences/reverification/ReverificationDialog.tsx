import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { account } from '@/api/account.ts'
import { errorMessage } from '@/api/error-message.ts'
import { accountQuery, type Account } from '@/domain/account/account.queries.ts'
import { leaveForSocial } from '@/domain/account/social-sign-in.ts'
import { labelled } from '@/messages/common/compose.ts'
import { providerNames, reverificationText as text } from '@/messages/preferences/identity.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { withPassword } from './wrong-password.ts'

export interface ReverificationDialogProps {
  onSettled: (confirmed: boolean) => void
}

/** Confirms the user's identity, by password or by a linked social account. */
export function ReverificationDialog({ onSettled }: ReverificationDialogProps) {
  const { data, error } = useQuery(accountQuery())
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title={text.title}
      confirmLabel={text.confirm}
      onClose={() => onSettled(false)}
      reason={whyNot(data, password)}
      onSubmit={async () => {
        await withPassword(() => account.confirmPassword(password))
        onSettled(true)
      }}
    >
      <p>{text.why}</p>
      {error && <Banner tone="bad">{labelled(text.loadFailed, errorMessage(error))}</Banner>}
      {data?.hasPassword !== false && (
        <PasswordField
          label={text.password}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {data && <SocialAccounts account={data} />}
    </FormDialog>
  )
}

function whyNot(account: Account | undefined, password: string): string | undefined {
  if (account?.hasPassword === false) return text.passwordNotSet
  return password === '' ? text.passwordMissing : undefined
}

/** The linked social accounts, which redirect to the provider and back to this page. */
function SocialAccounts({ account: { hasPassword, social } }: { account: Account }) {
  const { pathname, search } = useLocation()
  if (social.length === 0) return hasPassword ? null : <Banner tone="warn">{text.noWay}</Banner>
  return (
    <>
      <p>{text.socialNote}</p>
      {social.map(({ provider }) => (
        <Button
          key={provider}
          wide
          onClick={() => leaveForSocial(provider === 'google' ? 'google' : 'github', `${pathname}${search}`)}
        >
          {text.with(providerNames[provider] ?? provider)}
        </Button>
      ))}
    </>
  )
}
