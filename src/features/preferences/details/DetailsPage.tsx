import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { socialProvidersQuery } from '@/domain/platform/platform-config.queries.ts'
import { detailsText as text } from '@/messages/preferences/preferences.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { DangerPanel } from './DangerPanel.tsx'
import { EnterprisePanel } from './EnterprisePanel.tsx'
import { IdentityPanel } from './IdentityPanel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  await Promise.all([cache.ensureQueryData(accountQuery()), cache.ensureQueryData(socialProvidersQuery())])
  return null
}

/** The user's credentials, and the actions that end sessions or the account. */
export function Component() {
  const account = useSuspenseQuery(accountQuery())
  const { data: providers } = useSuspenseQuery(socialProvidersQuery())
  return (
    <PageFrame title={text.title}>
      <StaleNotice query={account} />
      <IdentityPanel account={account.data} providers={providers} />
      {providers.includes('saml') && <EnterprisePanel account={account.data} />}
      <DangerPanel account={account.data} />
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
