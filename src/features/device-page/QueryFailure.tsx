import { useEffect } from 'react'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { failureText } from './failure-text.ts'
import { reportFailure } from './report-failure.ts'

interface QueryFailureProps {
  error: unknown
  /** Adds a prefix to the reason. */
  prefixed?: (reason: string) => string
  /** Whether to report the failure to the operator of this deployment. */
  report?: boolean
}

/** The error message of a failed query, with an optional prefix and report. */
export function QueryFailure({ error, prefixed, report = false }: QueryFailureProps) {
  const reason = failureText(error)
  useEffect(() => {
    if (report) reportFailure(error)
  }, [error, report])
  return <ErrorBanner>{prefixed === undefined ? reason : prefixed(reason)}</ErrorBanner>
}
