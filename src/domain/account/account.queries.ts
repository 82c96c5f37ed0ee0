import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

const ACCOUNT_STALE_MS = 30_000

/** The id of a linked row that is not expanded. */
const idOf = (link: object | null | undefined): number | null =>
  link && '__id' in link && typeof link.__id === 'number' ? link.__id : null

async function readAccount(signal: AbortSignal) {
  const { userId, username, email } = await api().session.whoAmI(signal)
  const user = await api().data.get({
    resource: 'user',
    id: userId,
    options: {
      $select: ['id', 'actor', 'username', 'has_legacy_link_to__organization'],
      $expand: {
        user_profile: {
          $select: [
            'email',
            'is_verified',
            'has_password_set',
            'first_name',
            'last_name',
            'company',
            'account_type',
            'has_disabled_newsletter',
          ],
        },
        owns__social_service_account: { $select: ['provider', 'display_name'] },
        owns__saml_account: {
          $select: ['id', 'remote_id'],
          $expand: { was_generated_by__identity_provider: { $select: ['sso_identifier'] } },
        },
      },
    },
    passthrough: { signal },
  })
  const profile = user?.user_profile[0]
  return {
    id: userId,
    actor: idOf(user?.actor) ?? 0,
    username,
    email: profile === undefined ? email : profile.email,
    // The open-source backend has no profiles, and all its users have a password.
    hasPassword: profile?.has_password_set ?? true,
    profile,
    social: user?.owns__social_service_account ?? [],
    saml: user?.owns__saml_account ?? [],
    personalOrganization: idOf(user?.has_legacy_link_to__organization),
  }
}

/** The account of the signed-in user. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    staleTime: ACCOUNT_STALE_MS,
    queryFn: ({ signal }) => readAccount(signal),
  })

export type Account = Awaited<ReturnType<typeof readAccount>>
