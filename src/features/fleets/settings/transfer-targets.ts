import type { Role } from '@/domain/access/permissions.ts'

export interface TransferCandidate {
  id: number
  organization_membership: readonly { organization_membership_role: readonly { name: string }[] }[]
  /** Those of the same class. */
  application: readonly { app_name: string; owns__device: number }[]
}

export interface Transferred {
  name: string
  /** The organization that it belongs to now. */
  organization: number
  /** The person's role on it. */
  role: Role
}

const mayTransferAsOwner: ReadonlySet<Role> = new Set(['administrator', 'developer'])

/**
 * Where an application may go: another organization without one of the same name and class that has devices, if the
 * person develops the application or administers the other organization.
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
