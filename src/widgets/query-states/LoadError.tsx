import { useRevalidator, useRouteError } from 'react-router'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { PageFrame, type PageFrameProps } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'

/** The error boundary of a route: what failed to load, why, and a retry button. */
export function LoadError({ title }: { title: string }) {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <Card>
      <ErrorState
        title={title}
        detail={errorMessage(error)}
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
        recovers={mayRecover(error)}
      />
    </Card>
  )
}

export interface LoadErrorPageProps extends Omit<PageFrameProps, 'children'> {
  /** The error title. */
  failed: string
}

/** The error boundary of a page: keeps its frame and title, and replaces the content by the error. */
export function LoadErrorPage({ failed, ...frame }: LoadErrorPageProps) {
  return (
    <PageFrame {...frame}>
      <LoadError title={failed} />
    </PageFrame>
  )
}
