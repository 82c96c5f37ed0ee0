import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useLoaderData, useNavigate, useRouteError, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors.ts'
import { signOnOrganizationsQuery } from '@/domain/account/sign-on.queries.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { parseRouteId } from '@/widgets/navigation/parse-route-id.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AddProviderButton } from './AddProviderButton.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { accountCountQuery, providerQuery, type IdentityProvider } from './identity-provider.queries.ts'
import { linkedIds } from './linked-organization.ts'
import { LinksPanel } from './LinksPanel.tsx'
import { enterIdentityProviders, isStaff } from './load-identity-providers.ts'
import { OtherProviders } from './OtherProviders.tsx'
import { needsProvider, whyNotManage, type Viewer } from './provider-access.ts'

/** The provider id of the address; 0, which no provider has, if the address contains none. */
export async function loader(args: LoaderFunctionArgs): Promise<number> {
  const id = parseRouteId(args.params.providerId, paths.identityProviders()) ?? 0
  const organizations = await enterIdentityProviders(args)
  const cache = cacheOf(args)
  const provider = await cache.fetchQuery(providerQuery(id))
  const linked = linkedIds(provider?.identity_provider_membership ?? [])
  const mayManage = whyNotManage({ organizations, isStaff: isStaff() }, linked) === undefined
  if (mayManage) readAhead(cache, accountCountQuery(id))
  return id
}

/** An identity provider and the organizations whose members sign in with it. */
export function Component() {
  const provider = useSuspenseQuery(providerQuery(useLoaderData<typeof loader>()))
  if (provider.data === null) return <Missing />
  return (
    <Page provider={provider.data}>
      <StaleNotice query={provider} />
    </Page>
  )
}

interface PageProps {
  provider: IdentityProvider
  /** Rendered above the panels. */
  children: ReactNode
}

function Page({ provider, children }: PageProps) {
  const { data: organizations } = useSuspenseQuery(signOnOrganizationsQuery())
  const viewer: Viewer = { organizations, isStaff: isStaff() }
  const name = provider.sso_identifier
  return (
    <PageFrame
      crumbs={[{ label: text.title, to: paths.identityProviders() }, { label: name }]}
      title={name}
      documentTitle={text.documentTitle(name)}
      actions={needsProvider(viewer) && <AddProviderButton viewer={viewer} />}
    >
      {children}
      <DetailsPanel provider={provider} viewer={viewer} />
      <LinksPanel provider={provider} viewer={viewer} />
      <OtherProviders shown={provider.id} organizations={organizations} />
    </PageFrame>
  )
}

/** Shown if the provider does not exist or is not visible: reports that and redirects to the list. */
function Missing() {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ tone: 'bad', key: 'identity-provider', title: text.notFound })
    void navigate(paths.identityProviders(), { replace: true })
  }, [navigate])
  return null
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isRefused = isApiError(error, 'unauthorized') || isApiError(error, 'forbidden')
  return (
    <LoadErrorPage
      crumbs={[{ label: text.title }]}
      title={text.title}
      failed={isRefused ? text.unauthorizedOne : text.failed}
    />
  )
}
