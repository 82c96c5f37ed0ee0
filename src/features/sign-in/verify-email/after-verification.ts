import { nextStep } from '@/features/sign-in/next-step.ts'
import { paths } from '@/lib/paths.ts'
import { isProfileIncomplete, type OwnProfile } from './verification.queries.ts'

/** The address to open once verification is settled: the profile if it is incomplete, else the return address. */
export function afterVerification(profile: OwnProfile | null): string {
  return isProfileIncomplete(profile) ? paths.completeProfile() : nextStep()
}
