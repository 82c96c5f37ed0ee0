import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WorldKnowledgeProvider } from '@/simulation/simulation-data-context.tsx'
import { WorldPartsProvider } from '@/simulation/simulation-parts.tsx'
import { LinkProvider } from '@/ui/layout/link.tsx'
import { TimeProvider } from '@/ui/display/now.tsx'
import { Toaster } from '@/ui/feedback/Toaster.tsx'
import { routerLinks } from './router-links.tsx'
import { ServicesProvider, type Services } from './services.tsx'

export interface AppProps {
  services: Services
  queries: QueryClient
  /** The router, which renders the pages. */
  children: ReactNode
}

const realTime = { now: () => Date.now() }

/** What every page stands on. */
export function App({ services, queries, children }: AppProps) {
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queries}>
        <TimeProvider source={services.simulation?.time ?? realTime}>
          <WorldKnowledgeProvider knowledge={services.simulation?.knowledge ?? null}>
            <WorldPartsProvider parts={services.simulation?.parts ?? null}>
              <LinkProvider adapter={routerLinks}>
                {children}
                <Toaster />
              </LinkProvider>
            </WorldPartsProvider>
          </WorldKnowledgeProvider>
        </TimeProvider>
      </QueryClientProvider>
    </ServicesProvider>
  )
}
