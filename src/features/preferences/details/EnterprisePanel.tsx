import { useState } from 'react'
import type { Account } from '@/domain/account/account.queries.ts'
import { enterpriseText as text } from '@/messages/preferences/preferences.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { MergeDialog } from './MergeDialog.tsx'

/** Whether the user signs in with their organization's identity provider, with a button to link it. */
export function EnterprisePanel({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const [link] = account.saml
  return (
    <Panel title={text.panel} flush>
      <SettingRow
        name={text.name}
        value={
          link === undefined
            ? text.disabled
            : text.enabled(link.was_generated_by__identity_provider[0]?.sso_identifier || link.remote_id)
        }
        hint={text.hint}
      >
        {link === undefined && (
          <Button reason={account.email === null ? text.noEmail : undefined} onClick={() => setOpen(true)}>
            {text.enable}
          </Button>
        )}
      </SettingRow>
      {isOpen && account.email !== null && (
        <MergeDialog email={account.email} onClose={() => setOpen(false)} />
      )}
    </Panel>
  )
}
