import { createContext, use, type ReactNode } from 'react'

/** Something that happened to a device, as the simulated world tells it. */
export interface SimulatedEvent {
  n: number
  /** ISO moment. */
  at: string
  kind: string
  text: string
}

/** What a device measured, as the simulated world tells it; percent, °C and MiB. */
export interface SimulatedMeasurement {
  /** ISO moment. */
  at: string
  cpu_usage: number
  cpu_temp: number
  memory_usage: number
  memory_total: number
  storage_usage: number
  storage_total: number
}

/** A write that the simulated platform accepted, of anybody. */
export interface SimulatedChange {
  /** ISO moment. */
  at: string
  /** The username of a person with a session. */
  as: string | null
  /** The id of the API key that asked. */
  key: number | null
  method: string
  /** With its query. */
  path: string
  body: string | null
}

/** What only a simulated world can tell of its devices, however long nobody looked. */
export interface SimulationData {
  /** What happened lately, and what led to how the device is now. */
  happenings(uuid: string): Promise<readonly SimulatedEvent[]>
  /** What was measured between two moments, in milliseconds since 1970; oldest first. */
  metrics(uuid: string, from: number, to: number): Promise<readonly SimulatedMeasurement[]>
  /** What people and programs changed on the platform, newest first. */
  changes(): Promise<readonly SimulatedChange[]>
}

const KnowledgeContext = createContext<SimulationData | null>(null)

export interface SimulationDataProviderProps {
  knowledge: SimulationData | null
  children: ReactNode
}

export function SimulationDataProvider({ knowledge, children }: SimulationDataProviderProps) {
  return <KnowledgeContext value={knowledge}>{children}</KnowledgeContext>
}

/** The simulated world's own knowledge; null on a real platform. */
export function useSimulationData(): SimulationData | null {
  return use(KnowledgeContext)
}
