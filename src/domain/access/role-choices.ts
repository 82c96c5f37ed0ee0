import { roleNames, roles, type RoleName } from '@/api/roles.ts'
import { accessText } from '@/messages/access/access.ts'
import { roleText } from '@/messages/fleets/fleet-members.ts'

/** The role administrator is assigned in the organization. */
export type GrantableRole = {
  [Name in RoleName]: (typeof roles)[Name]['scope'] extends 'fleet' ? Name : never
}[RoleName]

export const isGrantableRole = (name: string | undefined): name is GrantableRole =>
  name !== undefined && Object.hasOwn(roles, name) && roles[name as RoleName].scope === 'fleet'

/** Roles that can be assigned on a fleet. */
const grantableRoles: readonly GrantableRole[] = roleNames.filter(isGrantableRole)

/** The role that dialogs preselect: the one that allows least. (A request without a role gets the platform's default.) */
export const weakestRole: GrantableRole = 'observer'

export interface RoleChoice {
  value: GrantableRole
  label: string
  detail: string
  /** Why it cannot be assigned. */
  reason: string | undefined
}

/**
 * Selectable roles; on a free plan, those that need a paid plan are disabled with the reason. If the plan is unknown,
 * the platform decides. Limited roles are a preview feature: they are shown only if the platform lists them.
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

/** The label of a role. */
export function roleLabel(name: string | undefined): string {
  return isGrantableRole(name) ? accessText.roles[name] : (name ?? '–')
}
