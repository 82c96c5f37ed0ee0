import { roleNames, roles, type RoleName } from '@/api/roles.ts'
import { accessText } from '@/messages/access.ts'
import { roleText } from '@/messages/fleet-members.ts'

/** Administrators come through the organization. */
export type GrantableRole = {
  [Name in RoleName]: (typeof roles)[Name]['scope'] extends 'fleet' ? Name : never
}[RoleName]

export const isGrantableRole = (name: string | undefined): name is GrantableRole =>
  name !== undefined && Object.hasOwn(roles, name) && roles[name as RoleName].scope === 'fleet'

/** Roles that a person or team can be given on a fleet. */
const grantableRoles: readonly GrantableRole[] = roleNames.filter(isGrantableRole)

/** What is given unless another role is chosen: the default of the platform's clients. */
export const usualRole: GrantableRole = 'developer'

export interface RoleChoice {
  value: GrantableRole
  label: string
  detail: string
  /** Why it cannot be given here. */
  reason: string | undefined
}

/**
 * The roles to choose from; on a free plan those that need a paid one say so. Unknown plans leave it to the platform.
 * Limited roles are a preview: they appear only where the platform lists them among its roles.
 */
export function roleChoices(
  isFreePlan: boolean | undefined,
  listed?: { has(name: string): boolean },
): RoleChoice[] {
  const offered = grantableRoles.filter((value) => !value.startsWith('safe-') || listed?.has(value) !== false)
  return offered.map((value) => ({
    value,
    label: accessText.roles[value],
    detail: accessText.details[value],
    reason: isFreePlan === true && roles[value].paid ? roleText.paidOnly : undefined,
  }))
}

/** A role as people read it, whatever the platform calls it. */
export function roleLabel(name: string | undefined): string {
  return isGrantableRole(name) ? accessText.roles[name] : (name ?? '–')
}
