import { may, type Role } from '../../domain/access/permissions.ts'
import { organizationEditText as text } from '../../messages/organizations.ts'

export interface Standing {
  /** Of the person who looks; undefined for who does not belong to the organization. */
  membership: number | undefined
  role: Role
  /** Memberships of its administrators; undefined while not known. */
  administrators: readonly number[] | undefined
}

/** Whether this is the membership of the only administrator, whatever other members there are (docs/decisions/product-rules.md, 36). */
function isSoleAdministrator(membership: number, administrators: readonly number[]): boolean {
  return administrators.length === 1 && administrators[0] === membership
}

/**
 * Whether a member can be taken out, or leave: never the sole administrator, and nobody while it is not known who
 * that is.
 */
export function isRemovable(membership: number, administrators: readonly number[] | undefined): boolean {
  return administrators !== undefined && !isSoleAdministrator(membership, administrators)
}

/** What somebody may do to be rid of an organization. */
export interface GiveUp {
  /** Deleting is for the sole administrator alone; for others it is not there. */
  mayDelete: boolean
  /** Why they cannot leave now. */
  whyNotLeave: string | undefined
}

/** A sole administrator may delete the organization and not leave it; everybody else may leave it. */
export function giveUp({ membership, role, administrators }: Standing): GiveUp {
  if (membership === undefined) return { mayDelete: false, whyNotLeave: text.notYours }
  if (administrators === undefined) {
    return { mayDelete: false, whyNotLeave: text.administratorsUnknown }
  }
  const isSole = isSoleAdministrator(membership, administrators)
  return {
    mayDelete: isSole && may(role, 'resin.organization.delete'),
    whyNotLeave: isSole ? text.soleAdministrator : undefined,
  }
}
