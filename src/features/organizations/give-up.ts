import { offers } from '@/api/api.ts'
import { may, type Role } from '@/domain/access/permissions.ts'
import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'

export interface Standing {
  /** The user's own membership; undefined if they are not a member of the organization. */
  membership: number | undefined
  role: Role
  /** Membership ids of the administrators; undefined until loaded. */
  administrators: readonly number[] | undefined
}

/** Whether this is the membership of the only administrator (docs/decisions/product-rules.md, 36). */
function isSoleAdministrator(membership: number, administrators: readonly number[]): boolean {
  return administrators.length === 1 && administrators[0] === membership
}

/**
 * Whether a member can be removed or leave: not the sole administrator, nobody until that is known, and nobody on a platform
 * whose organizations cannot be changed.
 */
export function isRemovable(membership: number, administrators: readonly number[] | undefined): boolean {
  if (!offers('organizationChanges')) return false
  return administrators !== undefined && !isSoleAdministrator(membership, administrators)
}

/** How the user can give up an organization. */
export interface GiveUp {
  /** Only the sole administrator may delete; for others the action is hidden. */
  mayDelete: boolean
  /** Why they cannot leave now. */
  whyNotLeave: string | undefined
}

/** The sole administrator may delete the organization but not leave it; everybody else may leave it. */
export function giveUp({ membership, role, administrators }: Standing): GiveUp {
  if (membership === undefined) return { mayDelete: false, whyNotLeave: text.notYours }
  if (administrators === undefined) {
    return { mayDelete: false, whyNotLeave: text.administratorsUnknown }
  }
  const isSole = isSoleAdministrator(membership, administrators)
  return {
    mayDelete: isSole && offers('organizationChanges') && may(role, 'resin.organization.delete'),
    whyNotLeave: isSole ? text.soleAdministrator : undefined,
  }
}
