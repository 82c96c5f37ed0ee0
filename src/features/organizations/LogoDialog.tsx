import { useState } from 'react'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { LogoField } from './LogoField.tsx'
import { organizationCalls, sendOrganization } from './organization-calls.ts'

/** Uploads another logo (docs/decisions/product-rules.md, 24). */
export function LogoDialog({ organization, onClose }: { organization: number; onClose: () => void }) {
  const apply = usePeopleChange()
  const [logo, setLogo] = useState<File | null>(null)
  // Until an image is chosen, the command has a placeholder.
  const call = organizationCalls.changeLogo(organization, logo ?? new File([], 'logo.png'))
  return (
    <FormDialog
      title={text.logoChangeTitle}
      confirmLabel={text.logoChange}
      onClose={onClose}
      reason={logo === null ? text.logoMissing : undefined}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        if (logo === null) return
        await apply(() => sendOrganization(call), text.logoChanged)
        onClose()
      }}
    >
      <LogoField label={text.logo} chosen={logo} onChoose={setLogo} />
    </FormDialog>
  )
}
