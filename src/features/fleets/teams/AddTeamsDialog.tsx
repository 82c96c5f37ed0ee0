import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import type { Fleet } from '@/domain/fleet.queries.ts'
import { commonText } from '@/messages/common.ts'
import { teamAccessText as text } from '@/messages/fleet-members.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { Skeleton } from '@/ui/Skeleton.tsx'
import { fleetCommands } from '../fleet-commands.ts'
import { FormDialog } from '../FormDialog.tsx'
import { RoleField } from '../members/ChangeRoleDialog.tsx'
import {
  accessCalls,
  organizationTeamsQuery,
  rolesQuery,
  type TeamAccess,
} from '../members/members.queries.ts'
import { usualRole, type GrantableRole } from '../members/role-choices.ts'
import { useAccessChange } from '../members/use-access-change.ts'
import styles from './AddTeamsDialog.module.css'

export interface AddTeamsDialogProps {
  fleet: Fleet
  teams: readonly TeamAccess[]
  isFreePlan: boolean | undefined
  onClose: () => void
}

/** Gives teams of the organization a role (spec 2 §2 "assign teams"). */
export function AddTeamsDialog({ fleet, teams, isFreePlan, onClose }: AddTeamsDialogProps) {
  const apply = useAccessChange()
  const all = useQuery(organizationTeamsQuery(fleet.organization[0].id))
  const { data: roles } = useQuery(rolesQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [role, setRole] = useState<GrantableRole>(usualRole)
  const roleId = roles?.get(role)
  const free = all.data?.filter(({ id }) => !teams.some(({ team }) => team[0]?.id === id))
  const wanted = free?.filter(({ id }) => chosen.has(id)) ?? []
  return (
    <FormDialog
      title={text.addTitle}
      size="m"
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={wanted.length === 0 ? text.noTarget : roleId === undefined ? commonText.loading : undefined}
      commands={fleetCommands(
        null,
        ...wanted.map(({ id }) => ({
          method: 'POST' as const,
          path: '/v7/team_application_access',
          body: {
            team: id,
            grants_access_to__application: fleet.id,
            application_membership_role: roleId,
          },
        })),
      )}
      onSubmit={async () => {
        if (roleId === undefined) return
        await apply(
          () =>
            accessCalls.addTeams(
              fleet.id,
              wanted.map(({ id }) => id),
              roleId,
            ),
          text.added(wanted.map(({ name }) => name).join(', ')),
        )
        onClose()
      }}
    >
      {all.isPending && <Skeleton height={64} />}
      {all.isError && (
        <Banner tone="bad" urgent>
          {`${text.teamsFailed}: ${errorMessage(all.error)}`}
        </Banner>
      )}
      {free?.length === 0 && <p>{all.data?.length === 0 ? text.noTeamsYet : text.noTeams}</p>}
      {free && free.length > 0 && (
        <fieldset className={styles.teams}>
          <legend>{text.teams}</legend>
          {free.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.has(id)}
              onChange={(on) => {
                const next = new Set(chosen)
                if (on) next.add(id)
                else next.delete(id)
                setChosen(next)
              }}
            />
          ))}
        </fieldset>
      )}
      <RoleField isFreePlan={isFreePlan} value={role} onChange={setRole} />
    </FormDialog>
  )
}
