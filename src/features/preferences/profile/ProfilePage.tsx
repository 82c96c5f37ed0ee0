import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { profilePageText as text } from '@/messages/preferences/preferences-profile.ts'
import { profileText } from '@/messages/sign-in/sign-up.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await cacheOf(args).ensureQueryData(accountQuery())
  return null
}

/** The user's profile. */
export function Component() {
  const { data: account } = useSuspenseQuery(accountQuery())
  return (
    <PageFrame title={text.title}>
      <Panel title={text.panel}>
        <ProfileForm account={account} />
      </Panel>
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={profileText.loadFailed} />
