import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'

/** An error message, announced immediately. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  return (
    <Banner tone="bad" urgent>
      {children}
    </Banner>
  )
}
