import { errorMessage } from '@/api/error-message.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'

export interface QueryErrorBannerProps {
  query: { isError: boolean; error: Error | null }
  /** A title before the reason. */
  failed?: string | undefined
}

/** The error of a failed query; nothing otherwise. */
export function QueryErrorBanner({ query, failed }: QueryErrorBannerProps) {
  if (!query.isError) return null
  const why = errorMessage(query.error)
  return <ErrorBanner>{failed === undefined ? why : `${failed}: ${why}`}</ErrorBanner>
}
