import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { teamNamesQuery } from '@/domain/organization/organization-people.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { commonText } from '@/messages/common/common.ts'
import { providerMembershipText as text } from '@/messages/identity-provider/identity-provider.ts'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { providerCalls, useProviderChange } from './identity-provider.queries.ts'

export interface DefaultTeamDialogProps {
  /** SSO identifier of the identity provider. */
  provider: string
  link: number
  organization: { id: number; name: string }
  /** Id of the current default team; null if there is none. */
  team: number | null
  onClose: () => void
}

const NO_TEAM = 'none'

/** Chooses the team that users join when they first sign in with an identity provider. */
export function DefaultTeamDialog({ provider, link, organization, team, onClose }: DefaultTeamDialogProps) {
  const apply = useProviderChange()
  const teams = useQuery(teamNamesQuery(organization.id))
  const [chosen, setChosen] = useState(team === null ? NO_TEAM : String(team))
  const selected = chosen === NO_TEAM ? null : Number(chosen)
  const call = providerCalls.setTeam(link, selected)
  const whyNot = teams.isPending ? commonText.loading : selected === team ? text.teamSame : undefined
  return (
    <FormDialog
      title={text.teamTitle(organization.name)}
      confirmLabel={text.teamConfirm}
      onClose={onClose}
      reason={whyNot}
      commands={platformCommands(null, call)}
      onSubmit={async () => {
        await apply(() => sendRequest(api().data, call), text.teamSet(organization.name))
        onClose()
      }}
    >
      <p>{text.teamBody(provider)}</p>
      {teams.isPending && <Skeleton height={58} />}
      <QueryErrorBanner query={teams} />
      {teams.data && (
        <SelectField
          label={text.teamLabel}
          value={chosen}
          options={[
            { value: NO_TEAM, label: text.teamNone },
            ...teams.data.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setChosen}
          startsFocused
        />
      )}
    </FormDialog>
  )
}
