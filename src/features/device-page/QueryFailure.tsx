import { useEffect } from 'react'
import { reportFailure } from './report-failure.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { failureText } from './failure-text.ts'

interface QueryFailureProps {
  error: unknown
  /** Puts words before the reason. */
  prefixed?: (reason: string) => string
  /** Tells those who run this deployment, too. */
  report?: boolean
}

/** A query about the device that failed: its message, with a prefix and a report where wanted. */
export function QueryFailure({ error, prefixed, report = false }: QueryFailureProps) {
  const reason = failureText(error)
  useEffect(() => {
    if (report) reportFailure(error)
  }, [error, report])
  return <ErrorBanner>{prefixed === undefined ? reason : prefixed(reason)}</ErrorBanner>
}
