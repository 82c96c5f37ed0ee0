import { useRevalidator, useRouteError } from 'react-router'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
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
