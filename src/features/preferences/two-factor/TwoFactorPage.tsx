import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { RecoveryRow } from './RecoveryRow.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { twoFactorQuery } from './two-factor.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  await Promise.all([cache.ensureQueryData(accountQuery()), cache.fetchQuery(twoFactorQuery())])
  return null
}

/** Two-factor authentication of the user's account. */
export function Component() {
  const { data: isOn } = useSuspenseQuery(twoFactorQuery())
  const { data: account } = useSuspenseQuery(accountQuery())
  return (
    <PageFrame
      title={text.title}
      state={<StatusBadge tone={isOn ? 'ok' : 'idle'}>{isOn ? text.on : text.off}</StatusBadge>}
    >
      <SecondFactorPanel account={account} isOn={isOn}>
        {isOn && <RecoveryRow />}
      </SecondFactorPanel>
    </PageFrame>
  )
}

export const ErrorBoundary = () => <LoadErrorPage title={text.title} failed={text.loadFailed} />
