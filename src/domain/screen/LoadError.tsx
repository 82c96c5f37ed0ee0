import { useRevalidator, useRouteError } from 'react-router'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { PageFrame, type PageFrameProps } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { errorMessage } from './error-message.ts'

/** In a route's error boundary: what could not be loaded, why, and Retry. */
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
      />
    </Card>
  )
}

export interface LoadErrorPageProps extends Omit<PageFrameProps, 'children'> {
  /** What could not be loaded. */
  failed: string
}

/** The error boundary of a page: its frame and title, with what could not be loaded in place of the content. */
export function LoadErrorPage({ failed, ...frame }: LoadErrorPageProps) {
  return (
    <PageFrame {...frame}>
      <LoadError title={failed} />
    </PageFrame>
  )
}
