import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import type { SimulationParts } from '@/simulation/simulation-parts.tsx'
import type { TimeSource } from '@/ui/display/now.tsx'

/** Parts of the user interface that only the simulated platform has; loaded only in simulated mode. */
export interface Simulation {
  time: TimeSource
  /** Data about a device that only the simulated world has. */
  knowledge: SimulationData
  /** Additional content of pages. */
  parts: SimulationParts
  /** Content of the bottom of the sidebar. */
  Strip: ComponentType<{ collapsed: boolean }>
  /** Content above the sign-in form: an introduction and the demo accounts. */
  Welcome: ComponentType<{ onPick: (account: { email: string; password: string }) => void }>
  /** Content over every page: the story bar. */
  Stage: ComponentType
  /** Called when pages can be shown. */
  begin(): Promise<void>
  /** Stand-in page for a third party; `fields` are the submitted form fields. */
  ThirdParty: ComponentType<ThirdPartyProps>
}

export interface ThirdPartyProps {
  address: string
  fields: Readonly<Record<string, string>> | null
  /** Called with the URL that leads back to the dashboard. */
  onLead: (location: string) => void
}

/** The environment of the application. */
export interface Services {
  /** Null in live mode. */
  simulation: Simulation | null
  /** URL of the admin site for staff; null if there is none. */
  adminUrl: string | null
  /** Whether avatars are loaded by email hash; never in simulated mode, which uses no network. */
  avatarLookup: boolean
  /** Called when the shell is shown, perhaps before its first page. */
  onShell: () => void
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('A screen is rendered outside ServicesProvider')
  return services
}
