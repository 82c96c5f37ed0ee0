import { useState } from 'react'
import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import { asCurl } from '@/lib/equivalent-command.ts'
import { organizationEditText as text } from '@/messages/organizations/organizations.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { LogoField } from './LogoField.tsx'
import { organizationCalls } from './organization-calls.ts'

/** Uploads another logo (docs/decisions/product-rules.md, 24). */
export function LogoDialog({ organization, onClose }: { organization: number; onClose: () => void }) {
  const apply = usePeopleChange()
  const [logo, setLogo] = useState<File | null>(null)
  const call = dataRequest('patch', { resource: 'organization', id: organization })
  return (
    <FormDialog
      title={text.logoChangeTitle}
      confirmLabel={text.logoChange}
      onClose={onClose}
      reason={logo === null ? text.logoMissing : undefined}
      commands={{
        cli: null,
        curl: `${asCurl(api().http.apiUrl, call)} \\\n  -F 'logo_image=@${logo?.name ?? 'logo.png'}'`,
      }}
      onSubmit={async () => {
        if (logo === null) return
        await apply(() => organizationCalls.changeLogo(organization, logo), text.logoChanged)
        onClose()
      }}
    >
      <p>{text.logoHint}</p>
      <LogoField label={text.logo} chosen={logo} onChoose={setLogo} />
    </FormDialog>
  )
}
