import type { OrganizationMember } from '@/domain/organization/organization-people.queries.ts'
import { formatCents } from '@/lib/money.ts'
import { organizationEditText } from '@/messages/organizations/organization-edit.ts'
import { memberRoleText as text, membersText } from '@/messages/organizations/organization-members.ts'
import type { Choice } from '@/ui/form/ChoiceList.tsx'

export const organizationRoles = ['administrator', 'member'] as const
export type OrganizationRoleName = (typeof organizationRoles)[number]

/** The available roles; administrator shows the price of its seat, given in cents. */
export function memberRoleChoices(seatPrice: number): Choice[] {
  return organizationRoles.map((value) => ({
    value,
    label: membersText.roles[value],
    detail: text.details[value],
    aside: value === 'administrator' && seatPrice > 0 ? `+ ${formatCents(seatPrice)}` : undefined,
  }))
}

export function isOrganizationRole(name: string): name is OrganizationRoleName {
  return organizationRoles.some((role) => role === name)
}

/** Why these members cannot all be given the role; undefined if they can. */
export function whyNotChangeRole(
  chosen: readonly Pick<OrganizationMember, 'id' | 'role'>[],
  role: OrganizationRoleName,
  /** Undefined until loaded. */
  administrators: readonly number[] | undefined,
): string | undefined {
  if (chosen.length === 0) return membersText.selectOne
  if (chosen.every((member) => member.role === role)) return text.unchanged
  if (role !== 'member') return undefined
  if (administrators === undefined) return organizationEditText.administratorsUnknown
  const isChosen = (id: number) => chosen.some((member) => member.id === id)
  return administrators.every(isChosen) ? text.noAdministrator : undefined
}
