import { accessText } from '@/messages/access.ts'
import { roleText } from '@/messages/fleet-members.ts'

/** Roles that a person or team can be given on a fleet; administrators come through the organization. */
export const grantableRoles = [
  'developer',
  'safe-developer',
  'operator',
  'safe-operator',
  'observer',
] as const

export type GrantableRole = (typeof grantableRoles)[number]

/** What is given unless another role is chosen: the default of the platform's clients. */
export const usualRole: GrantableRole = 'developer'

/** These roles need a paid plan. */
const paidRoles: ReadonlySet<string> = new Set(['safe-developer', 'operator', 'safe-operator'])

export interface RoleChoice {
  value: GrantableRole
  label: string
  detail: string
  /** Why it cannot be given here. */
  reason: string | undefined
}

/**
 * The roles to choose from; on a free plan those that need a paid one say so. Unknown plans leave it to the platform.
 * Limited roles are a preview: they appear only where the platform lists them among its `roles`.
 */
export function roleChoices(
  isFreePlan: boolean | undefined,
  roles?: { has(name: string): boolean },
): RoleChoice[] {
  const offered = grantableRoles.filter((value) => !value.startsWith('safe-') || roles?.has(value) !== false)
  return offered.map((value) => ({
    value,
    label: accessText.roles[value],
    detail: roleText.details[value],
    reason: isFreePlan === true && paidRoles.has(value) ? roleText.paidOnly : undefined,
  }))
}

export function isGrantableRole(name: string | undefined): name is GrantableRole {
  return grantableRoles.some((role) => role === name)
}

/** A role as people read it, whatever the platform calls it. */
export function roleLabel(name: string | undefined): string {
  return isGrantableRole(name) ? accessText.roles[name] : (name ?? '–')
}
