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

export interface OpenLetterProps {
  /** The address that was written to. */
  to: string
  /** Called with the path that its link leads to. */
  onOpen: (link: string) => void
}

/** What a simulated world puts into pages: it stands for what people have at hand, a device and a mailbox. */
export interface WorldParts {
  PowerOn: ComponentType<PowerOnProps>
  OpenLetter: ComponentType<OpenLetterProps>
}

const PartsContext = createContext<WorldParts | null>(null)

export function WorldPartsProvider({ parts, children }: { parts: WorldParts | null; children: ReactNode }) {
  return <PartsContext value={parts}>{children}</PartsContext>
}

/** Null on a real platform. */
export function useWorldParts(): WorldParts | null {
  return use(PartsContext)
}
