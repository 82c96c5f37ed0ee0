import { formatCents } from '@/lib/money.ts'
import { memberRoleText as text } from '@/messages/organizations/organization-members.ts'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import { isOrganizationRole, memberRoleChoices, type OrganizationRoleName } from './member-roles.ts'

export interface OrganizationRoleFieldProps {
  value: OrganizationRoleName
  onChange: (role: OrganizationRoleName) => void
  /** Monthly price of an administrator's seat, in cents. */
  seatPrice: number
}

/** A choice of the organization role, with the price of an administrator. */
export function OrganizationRoleField({ value, onChange, seatPrice }: OrganizationRoleFieldProps) {
  return (
    <>
      <ChoiceList
        label={text.label}
        choices={memberRoleChoices(seatPrice)}
        value={value}
        onChange={(role) => isOrganizationRole(role) && onChange(role)}
      />
      <p>{text.cost(formatCents(seatPrice))}</p>
    </>
  )
}
