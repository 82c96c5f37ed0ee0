import { paths } from '@/lib/paths.ts'
import { nextStep } from '../next-step.ts'
import { isProfileIncomplete, type OwnProfile } from './verification.queries.ts'

/** Where somebody goes whose address needs no more proof: to what the sign-up still asks, else to where they were going. */
export function afterVerification(profile: OwnProfile | null): string {
  return isProfileIncomplete(profile) ? paths.completeProfile() : nextStep()
}
