import { dataRequest } from '@/api/data-request.ts'
import { useState } from 'react'
import { FormDialog } from '@/domain/screen/FormDialog.tsx'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { organizationEditText as text } from '@/messages/organizations.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { LogoField } from './LogoField.tsx'
import { organizationCalls } from './organization-calls.ts'
import { organizationNameProblem } from './organization-name.ts'
import { usePeopleChange } from '@/domain/access/use-people-change.ts'

export interface CreateOrganizationDialogProps {
  /** Names of the organizations that the person belongs to. */
  others: readonly string[]
  onClose: () => void
}

/** Makes an organization, of which the person is then the administrator. */
export function CreateOrganizationDialog({ others, onClose }: CreateOrganizationDialogProps) {
  const apply = usePeopleChange()
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<File | null>(null)
  const wanted = name.trim()
  const problem = organizationNameProblem(wanted, others)
  return (
    <FormDialog
      title={text.createTitle}
      confirmLabel={text.create}
      onClose={onClose}
      reason={problem}
      commands={platformCommands(
        null,
        dataRequest('post', { resource: 'organization', body: { name: wanted } }),
      )}
      onSubmit={async () => {
        await apply(() => organizationCalls.create(wanted, logo), text.created(wanted))
        onClose()
      }}
    >
      <TextField
        label={text.name}
        value={name}
        error={wanted === '' ? undefined : problem}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
      <LogoField label={text.logoOptional} chosen={logo} onChoose={setLogo} />
    </FormDialog>
  )
}
