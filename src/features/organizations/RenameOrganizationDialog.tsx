import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePeopleChange } from '@/widgets/access/use-people-change.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { organizationNameProblem } from './organization-name.ts'
import { organizationsQuery } from './organizations.queries.ts'

export interface RenameOrganizationDialogProps {
  organization: Organization
  onClose: () => void
}

/** Renames an organization. The names of the user's other organizations are rejected. */
export function RenameOrganizationDialog({ organization, onClose }: RenameOrganizationDialogProps) {
  const apply = usePeopleChange()
  const { data: all = [] } = useQuery(organizationsQuery())
  const [name, setName] = useState(organization.name)
  const trimmedName = name.trim()
  const others = all.filter(({ id }) => id !== organization.id).map((each) => each.name)
  const problem = organizationNameProblem(trimmedName, others)
  const call = dataRequest('patch', {
    resource: 'organization',
    id: organization.id,
    body: { name: trimmedName },
  })
  return (
    <FormDialog
      title={text.renameTitle(organization.name)}
      confirmLabel={text.rename}
      onClose={onClose}
      reason={problem ?? (trimmedName === organization.name ? text.nameSame : undefined)}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), text.renamed(trimmedName))
        onClose()
      }}
    >
      <TextField
        required
        label={text.name}
        value={name}
        error={problem}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
