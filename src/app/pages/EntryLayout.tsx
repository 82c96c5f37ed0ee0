import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { useServices } from '@/app/services.tsx'
import { NavigationProgress } from '@/app/shell/NavigationProgress.tsx'
import { pageText } from '@/messages/app/pages.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { LoadError } from '@/widgets/query-states/LoadError.tsx'
import { EntryNotFound } from './EntryNotFound.tsx'
import { FullPage } from './FullPage.tsx'

/** The layout of pages before sign-in. In a simulated world it also contains the simulator bar, where emails can be read. */
export function Component() {
  return (
    <EntryFrame>
      <Outlet />
    </EntryFrame>
  )
}

function EntryFrame({ children }: { children: ReactNode }) {
  const { simulation } = useServices()
  return (
    <>
      <NavigationProgress />
      <FullPage foot={simulation && <simulation.Strip collapsed={false} />}>{children}</FullPage>
    </>
  )
}

/** A loading error in the same layout. */
export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <EntryFrame>
      {isMissing ? (
        <EntryNotFound />
      ) : (
        <>
          <PageTitle title={pageText.failed} hidden />
          <LoadError title={pageText.failed} />
        </>
      )}
    </EntryFrame>
  )
}
