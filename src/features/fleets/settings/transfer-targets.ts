import type { Role } from '@/domain/access/permissions.ts'

export interface TransferCandidate {
  id: number
  organization_membership: readonly { organization_membership_role: readonly { name: string }[] }[]
  /** Applications of the same class. */
  application: readonly { app_name: string; owns__device: number }[]
}

export interface Transferred {
  name: string
  /** Its current organization. */
  organization: number
  /** The role of the user. */
  role: Role
}

const mayTransferAsOwner: ReadonlySet<Role> = new Set(['administrator', 'developer'])

/**
 * The organizations that an application can be transferred to: not its own, without an application of the same name
 * and class that has devices, and only if the user is a developer of the application or an administrator of the
 * target.
 */
export function transferTargets<Candidate extends TransferCandidate>(
  candidates: readonly Candidate[],
  { name, organization, role }: Transferred,
): Candidate[] {
  const lower = name.toLowerCase()
  return candidates.filter((candidate) => {
    if (candidate.id === organization) return false
    const clashes = candidate.application.some(
      (each) => each.app_name.toLowerCase() === lower && each.owns__device > 0,
    )
    if (clashes) return false
    const administers = candidate.organization_membership
      .flatMap((membership) => membership.organization_membership_role)
      .some((each) => each.name === 'administrator')
    return administers || mayTransferAsOwner.has(role)
  })
}
