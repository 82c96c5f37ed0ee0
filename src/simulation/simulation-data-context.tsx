import { createContext, use, type ReactNode } from 'react'
import type {
  FleetHistory as ContractFleetHistory,
  FleetStatuses as ContractFleetStatuses,
} from './control-contract.ts'

/** An event of a device, from the simulated world. */
export interface SimulatedEvent {
  n: number
  /** ISO time. */
  at: string
  kind: string
  text: string
}

/** Metrics of a device, from the simulated world; percent, °C and MiB. */
export interface SimulatedMeasurement {
  /** ISO time. */
  at: string
  cpu_usage: number
  cpu_temp: number
  memory_usage: number
  memory_total: number
  storage_usage: number
  storage_total: number
}

/** A write accepted by the simulated platform, from any client. */
export interface SimulatedChange {
  /** ISO time. */
  at: string
  /** The username of a user with a session. */
  as: string | null
  /** The id of the API key that was used. */
  key: number | null
  method: string
  /** Including the query. */
  path: string
  body: string | null
}

/** How many devices of a fleet had each status over time, from the simulated world. */
export type SimulatedFleetHistory = ContractFleetHistory

/** Which devices of a fleet had which status at a time, from the simulated world; at most 200 devices, the worst first. */
export type SimulatedFleetStatuses = ContractFleetStatuses

/** Data that only a simulated world has. */
export interface SimulationData {
  /** Recent events, and the causes of the device's state. */
  events(uuid: string): Promise<readonly SimulatedEvent[]>
  /** Metrics in a time range, in milliseconds since 1970; oldest first. */
  metrics(uuid: string, from: number, to: number): Promise<readonly SimulatedMeasurement[]>
  /** The devices of fleets by status over the last hours, in the order of the ids. */
  fleetHistories(fleets: readonly number[], hours: number): Promise<readonly SimulatedFleetHistory[]>
  /** The devices of a fleet at a time in the past, in milliseconds since 1970. */
  fleetStatuses(fleet: number, at: number): Promise<SimulatedFleetStatuses>
  /** Changes made by users and clients on the platform, newest first. */
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

/** Data of the simulated world; null on a real platform. */
export function useSimulationData(): SimulationData | null {
  return use(KnowledgeContext)
}
