import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { signOnOrganizationsQuery } from '@/domain/account/sign-on.queries.ts'
import { paths } from '@/lib/paths.ts'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AddProviderButton } from './AddProviderButton.tsx'
import { providersQuery } from './identity-provider.queries.ts'
import { enterIdentityProviders, isStaff } from './load-identity-providers.ts'
import { ProvidersPanel } from './ProvidersPanel.tsx'

/** Redirects to the user's own identity provider, if there is one. */
export async function loader(args: LoaderFunctionArgs) {
  const organizations = await enterIdentityProviders(args)
  const [own] = organizations.flatMap(({ providers }) => providers)
  if (own !== undefined) throw redirect(paths.identityProvider(own.id))
  if (isStaff()) await cacheOf(args).ensureQueryData(providersQuery())
  return null
}

/** For users without an identity provider; staff also see those of others (docs/decisions/product-rules.md, 10). */
export function Component() {
  const { data: organizations } = useSuspenseQuery(signOnOrganizationsQuery())
  const staff = isStaff()
  const all = useQuery({ ...providersQuery(), enabled: staff })
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title}>
      <StaleNotice query={all} />
      <Card>
        <EmptyState
          icon={<IconFingerprint size={24} aria-hidden="true" />}
          title={text.empty}
          detail={text.emptyDetail}
          action={<AddProviderButton viewer={{ organizations, isStaff: staff }} variant="primary" />}
        />
      </Card>
      {all.data && all.data.length > 0 && <ProvidersPanel title={text.others} providers={all.data} />}
    </PageFrame>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage crumbs={[{ label: text.title }]} title={text.title} failed={text.listFailed} />
)
