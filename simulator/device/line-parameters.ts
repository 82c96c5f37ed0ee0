import type { Instant } from '../base/clock.ts'
import type { ServiceKind, ServiceLog } from '../definition/world-definition.ts'

export interface RoutineLine {
  at: Instant
  message: string
  isStdErr: boolean
}

export interface LineParameters {
  seed: number
  index: number
  serviceId: number
  kind: ServiceKind
  log: ServiceLog | undefined
  /** Three-letter code of the place, for topics. */
  site: string
  /** The name of the place, without its country. */
  town: string
  /** Share of lines that are storage errors. */
  storageErrors: number
  blockDevice: string
  /** Whether the storage is full at a time. */
  isFull(at: Instant): boolean
}
