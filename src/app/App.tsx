import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { SimulationDataProvider } from '@/simulation/simulation-data-context.tsx'
import { SimulationPartsProvider } from '@/simulation/simulation-parts.tsx'
import { TimeProvider } from '@/ui/display/now.tsx'
import { Toaster } from '@/ui/feedback/Toaster.tsx'
import { keepFocus } from '@/ui/keep-focus.ts'
import { LinkProvider } from '@/ui/layout/link.tsx'
import { routerLinks } from './router-links.tsx'
import { ServicesProvider, type Services } from './services.tsx'

export interface AppProps {
  services: Services
  queries: QueryClient
  /** The router, which renders the pages. */
  children: ReactNode
}

const realTime = { now: () => Date.now() }

/** Providers for all pages. */
export function App({ services, queries, children }: AppProps) {
  useEffect(() => keepFocus(), [])
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queries}>
        <TimeProvider source={services.simulation?.time ?? realTime}>
          <SimulationDataProvider knowledge={services.simulation?.knowledge ?? null}>
            <SimulationPartsProvider parts={services.simulation?.parts ?? null}>
              <LinkProvider adapter={routerLinks}>
                {children}
                {services.simulation && <services.simulation.Stage />}
                <Toaster />
              </LinkProvider>
            </SimulationPartsProvider>
          </SimulationDataProvider>
        </TimeProvider>
      </QueryClientProvider>
    </ServicesProvider>
  )
}
