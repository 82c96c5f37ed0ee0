import { formatCents } from '@/lib/money.ts'
import { memberRoleText as text } from '@/messages/organization-members.ts'
import { ChoiceList, type Choice } from '@/ui/ChoiceList.tsx'
import { isOrganizationRole, type OrganizationRoleName } from './member-roles.ts'

export interface OrganizationRoleFieldProps {
  choices: readonly Choice[]
  value: OrganizationRoleName
  onChange: (role: OrganizationRoleName) => void
  /** Cents a month for an administrator. */
  seatPrice: number
}

/** A choice of the role in the organization, with what an administrator costs (spec 1 §6). */
export function OrganizationRoleField({ choices, value, onChange, seatPrice }: OrganizationRoleFieldProps) {
  return (
    <>
      <ChoiceList
        label={text.label}
        choices={choices}
        value={value}
        onChange={(role) => isOrganizationRole(role) && onChange(role)}
      />
      <p>{text.cost(formatCents(seatPrice))}</p>
    </>
  )
}
