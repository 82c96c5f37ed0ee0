import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import { signOnOrganizationsQuery, type SignOnOrganization } from '@/domain/account/sign-on.queries.ts'
import { platformConfigQuery, supportedProviders } from '@/domain/platform/platform-config.queries.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'

/** Whether the user is support staff or an administrator of the platform. */
export const isStaff = (): boolean => staffRole(api().session.claims()?.permissions) !== undefined

/**
 * The user's organizations. Throws not-found if the platform has no SAML. Redirects users without an organization who
 * are not staff to the fleets, with an error.
 */
export async function enterIdentityProviders(
  args: Pick<LoaderFunctionArgs, 'context'>,
): Promise<readonly SignOnOrganization[]> {
  const cache = cacheOf(args)
  const ways = supportedProviders(await cache.ensureQueryData(platformConfigQuery()))
  if (!ways.includes('saml')) throw new Response(null, { status: 404 })
  // The redirects depend on it, so cached data is not used.
  const organizations = await cache.fetchQuery({ ...signOnOrganizationsQuery(), staleTime: 0 })
  if (organizations.length > 0 || isStaff()) return organizations
  // The parent route and its page both load this at the same time; the key prevents a second toast.
  showToast({ tone: 'bad', key: 'identity-provider', title: text.unauthorized })
  throw redirect(paths.fleets())
}
