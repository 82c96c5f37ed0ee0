import { useState } from 'react'
import { createdId } from '@/api/data-request.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { LogoField } from './LogoField.tsx'
import { organizationCalls, sendOrganization } from './organization-calls.ts'
import { organizationNameProblem } from './organization-name.ts'

export interface CreateOrganizationDialogProps {
  /** Names of the user's organizations. */
  others: readonly string[]
  onClose: () => void
}

/** Creates an organization, with the user as its administrator. */
export function CreateOrganizationDialog({ others, onClose }: CreateOrganizationDialogProps) {
  const apply = usePeopleChange()
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<File | null>(null)
  const trimmedName = name.trim()
  const problem = organizationNameProblem(trimmedName, others)
  const call = organizationCalls.create(trimmedName, logo)
  return (
    <FormDialog
      title={text.createTitle}
      confirmLabel={text.create}
      onClose={onClose}
      reason={problem}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(
          () => sendOrganization(call),
          text.created(trimmedName),
          (made) => {
            const id = createdId(made)
            return id === undefined ? undefined : { to: paths.organization(id) }
          },
        )
        onClose()
      }}
    >
      <TextField
        required
        label={text.name}
        value={name}
        error={trimmedName === '' ? undefined : problem}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
      <LogoField label={text.logoOptional} chosen={logo} onChoose={setLogo} />
    </FormDialog>
  )
}
