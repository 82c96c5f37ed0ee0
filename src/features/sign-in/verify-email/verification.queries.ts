import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

const PROFILE_STALE_MS = 5 * 60_000

async function readProfile(userId: number, signal: AbortSignal) {
  const [profile] = await api().data.query('user_profile', signal, {
    $select: [
      'email',
      'is_verified',
      'must_be_verified',
      'first_name',
      'last_name',
      'company',
      'account_type',
      'has_disabled_newsletter',
    ],
    $expand: { is_of__user: { $select: ['username'] } },
    $filter: { is_of__user: userId },
    $top: 1,
  })
  return profile ?? null
}

/** The user's profile and username; null if the platform has no profiles (open-source backend), and for API keys. */
export const ownProfileQuery = () => {
  const userId = api().session.claims()?.id
  return queryOptions({
    queryKey: ['user_profile', { userId }],
    queryFn: ({ signal }) =>
      userId === undefined || !api().features.profile ? null : readProfile(userId, signal),
    staleTime: PROFILE_STALE_MS,
  })
}

/** Requests a verification email. Writing this field only triggers the email. */
export async function mailVerificationLink(): Promise<void> {
  const id = api().session.claims()?.id
  if (id === undefined) throw new Error('Nobody is signed in')
  await api().data.patch({ resource: 'user', id, body: { has_been_sent_verification_email: true } })
}

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/** Whether the user must verify their address first. */
export function isVerificationPending(
  profile: Pick<OwnProfile, 'is_verified' | 'must_be_verified'> | null | undefined,
): boolean {
  return profile?.must_be_verified === true && !profile.is_verified
}

/** Whether the user is only reminded to verify their address. */
export function isVerificationAdvised(
  profile: Pick<OwnProfile, 'is_verified' | 'must_be_verified'> | null | undefined,
): boolean {
  return profile?.is_verified === false && !profile.must_be_verified
}

/** Whether the user must verify their address first; false if that cannot be read, since the platform enforces it. */
export async function mustVerifyEmail(queries: QueryClient): Promise<boolean> {
  const profile = await queries.ensureQueryData(ownProfileQuery()).catch(() => null)
  return isVerificationPending(profile)
}

/** Whether required profile fields are empty. */
export function isProfileIncomplete(
  profile: Pick<OwnProfile, 'first_name' | 'last_name' | 'company' | 'account_type'> | null,
): boolean {
  return (
    profile !== null && !(profile.first_name && profile.last_name && profile.company && profile.account_type)
  )
}
