import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'

/** What has gone wrong, heard at once. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  return (
    <Banner tone="bad" urgent>
      {children}
    </Banner>
  )
}
