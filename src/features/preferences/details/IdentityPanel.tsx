import { useState } from 'react'
import { useLocation } from 'react-router'
import { offers } from '@/api/api.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import { leaveForSocial } from '@/domain/account/social-sign-in.ts'
import type { SocialProvider } from '@/domain/platform/platform-config.queries.ts'
import { providerNames } from '@/messages/preferences/identity.ts'
import { detailsText as text } from '@/messages/preferences/preferences.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

export interface IdentityPanelProps {
  account: Account
  /** The sign-in methods of the platform besides a password. */
  providers: readonly SocialProvider[]
}

/** Username, email, password and linked accounts. */
export function IdentityPanel({ account, providers }: IdentityPanelProps) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const close = () => setOpen(null)
  const { username, email, hasPassword } = account
  return (
    <Panel title={text.identity} flush>
      <SettingRow
        name={text.username}
        hint={text.usernameHint}
        value={
          <>
            {username} <CopyButton text={username} what={text.username} />
          </>
        }
      />
      <SettingRow
        name={text.email}
        value={email ?? text.noEmail}
        hint={offers('changeEmail') ? text.emailHint : text.emailFixed}
      >
        {offers('changeEmail') && (
          <Button onClick={() => setOpen('email')}>
            {email === null ? text.setEmail : text.changeEmail}
          </Button>
        )}
      </SettingRow>
      {(email !== null || hasPassword) && (
        <SettingRow
          name={text.password}
          value={hasPassword ? text.passwordSet : text.passwordNotSet}
          hint={offers('changePassword') ? text.passwordHint : text.passwordFixed}
        >
          {offers('changePassword') && (
            <Button onClick={() => setOpen('password')}>
              {hasPassword ? text.changePassword : text.setPassword}
            </Button>
          )}
        </SettingRow>
      )}
      {providers
        .filter((provider) => provider !== 'saml')
        .map((provider) => (
          <SocialRow key={provider} account={account} provider={provider} />
        ))}
      {open === 'email' && <EmailDialog account={account} onClose={close} />}
      {open === 'password' && <PasswordDialog account={account} onClose={close} />}
    </Panel>
  )
}

interface SocialRowProps {
  account: Account
  provider: Exclude<SocialProvider, 'saml'>
}

function SocialRow({ account, provider }: SocialRowProps) {
  const { pathname } = useLocation()
  const linked = account.social.find((one) => one.provider === provider)
  const name = providerNames[provider] ?? provider
  return (
    <SettingRow name={name} value={statusText(linked)} hint={text.socialHint}>
      {linked === undefined && (
        <Button onClick={() => leaveForSocial(provider, pathname)}>{text.link(name)}</Button>
      )}
    </SettingRow>
  )
}

function statusText(linked: Account['social'][number] | undefined): string {
  if (linked === undefined) return text.notLinked
  return linked.display_name === null ? text.linked : text.linkedAs(linked.display_name)
}
