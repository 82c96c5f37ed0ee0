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
  /** The address that was written to. */
  to: string
  /** Called with the path that its link leads to. */
  onOpen: (link: string) => void
}

/** What a simulated world puts into pages: it stands for what people have at hand, a device and a mailbox. */
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
