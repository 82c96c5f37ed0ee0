import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import type { SimulationParts } from '@/simulation/simulation-parts.tsx'
import type { TimeSource } from '@/ui/display/now.tsx'

/** What the simulated platform adds to the screens; its code is loaded in simulated mode only. */
export interface Simulation {
  time: TimeSource
  /** What the world itself can tell of a device. */
  knowledge: SimulationData
  /** What it puts into pages. */
  parts: SimulationParts
  /** At the sidebar's foot. */
  Strip: ComponentType<{ collapsed: boolean }>
  /** Before the sign-in form: where one is, and the demo accounts, each of which signs in at once. */
  Welcome: ComponentType<{ onPick: (account: { email: string; password: string }) => void }>
  /** Over every page: the bar of the story that is told. */
  Stage: ComponentType
  /** Called once pages can be shown. */
  begin(): Promise<void>
  /** Stands for the page of another party; `fields` are what a form sent there. */
  ThirdParty: ComponentType<ThirdPartyProps>
}

export interface ThirdPartyProps {
  address: string
  fields: Readonly<Record<string, string>> | null
  /** Called with the address that leads back to the dashboard. */
  onLead: (location: string) => void
}

/** What the application knows of where it runs. */
export interface Services {
  /** Null in live mode. */
  simulation: Simulation | null
  /** Site where staff administer the platform; null where there is none. */
  adminUrl: string | null
  /** Pictures of people are looked up by e-mail hash; never in simulated mode, which asks nothing of the network. */
  avatarLookup: boolean
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
