import { redirect, type LoaderFunctionArgs } from 'react-router'
import { api } from '@/api/api.ts'
import { platformConfigQuery, supportedProviders } from '@/domain/platform/platform-config.queries.ts'
import { staffRole } from '@/domain/access/permissions.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'
import { signOnOrganizationsQuery, type SignOnOrganization } from '@/domain/account/sign-on.queries.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Support and administrators of the platform. */
export const isStaff = (): boolean => staffRole(api().session.claims()?.permissions) !== undefined

/**
 * The organizations of who opens a page of identity providers. Throws not-found where the platform has no SAML, and
 * sends to the fleets, with an error, who has no organization and is not staff.
 */
export async function enterIdentityProviders(
  args: Pick<LoaderFunctionArgs, 'context'>,
): Promise<readonly SignOnOrganization[]> {
  const cache = cacheOf(args)
  const ways = supportedProviders(await cache.ensureQueryData(platformConfigQuery()))
  if (!ways.includes('saml')) throw new Response(null, { status: 404 })
  // Where this leads depends on it, so what was read before does not do.
  const organizations = await cache.fetchQuery({ ...signOnOrganizationsQuery(), staleTime: 0 })
  if (organizations.length > 0 || isStaff()) return organizations
  // The frame and its page load at the same time and both come here; the key keeps it to one toast.
  showToast({ tone: 'bad', key: 'identity-provider', title: text.unauthorized })
  throw redirect(paths.fleets())
}
