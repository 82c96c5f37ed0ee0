import { createContext, use, type ComponentType, type ReactNode } from 'react'

export interface PowerOnProps {
  /** Id of the fleet that the device joins. */
  fleet: number
  /** Slug. */
  deviceType: string
  osVersion: string
  variant: 'prod' | 'dev'
  /** Why no device can join. */
  reason: string | undefined
}

export interface OpenEmailProps {
  /** The recipient's email address. */
  to: string
  /** Called with the path of the link in the email. */
  onOpen: (link: string) => void
}

/** Additional content of pages in a simulated world: powering on a device, and opening an email. */
export interface SimulationParts {
  PowerOn: ComponentType<PowerOnProps>
  OpenEmail: ComponentType<OpenEmailProps>
}

const PartsContext = createContext<SimulationParts | null>(null)

export function SimulationPartsProvider({
  parts,
  children,
}: {
  parts: SimulationParts | null
  children: ReactNode
}) {
  return <PartsContext value={parts}>{children}</PartsContext>
}

/** Null on a real platform. */
export function useSimulationParts(): SimulationParts | null {
  return use(PartsContext)
}
