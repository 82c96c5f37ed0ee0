import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { LoadError } from '@/domain/screen/LoadError.tsx'
import { pageText } from '@/messages/shell.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { useServices } from '../services.tsx'
import { NavigationProgress } from '../shell/NavigationProgress.tsx'
import { EntryNotFound } from './EntryNotFound.tsx'
import { FullPage } from './FullPage.tsx'

/** The frame of the pages before the shell. A simulated world can be moved here too: its letters are read there. */
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

/** What could not be loaded, in the same frame. */
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
