import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { errorMessage } from './error-message.ts'

export interface QueryErrorBannerProps {
  query: { isError: boolean; error: Error | null }
  /** Said before the reason: what could not be read. */
  failed?: string | undefined
}

/** Why a query has failed; nothing as long as it has not. */
export function QueryErrorBanner({ query, failed }: QueryErrorBannerProps) {
  if (!query.isError) return null
  const why = errorMessage(query.error)
  return <ErrorBanner>{failed === undefined ? why : `${failed}: ${why}`}</ErrorBanner>
}
