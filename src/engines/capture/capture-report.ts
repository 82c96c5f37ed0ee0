import type { CaptureReport } from '@/messages/capture/capture.ts'
import type { WorldFile, WorldFleet } from '@/simulation/world-file/world-schema.ts'
import type { FleetTally } from './capture-fleet.ts'
import type { Keepable } from './captured-fields.ts'
import type { KnownNames } from './pseudonyms.ts'

/** Devices one by one, instead of in groups, only up to so many. */
export const MAX_SINGLE_DEVICES = 2_000

/** Why a capture cannot go on, by a code for which `messages/capture` has the sentence. */
export class CaptureProblem extends Error {
  override readonly name = 'CaptureProblem'
  readonly why:
    | 'nothing'
    | 'too-many-devices'
    | 'too-many-single'
    | 'too-many-fleets'
    | 'too-large'
    | 'original'
  /** Where an original text was found, or how many there are. */
  readonly details: string

  constructor(why: CaptureProblem['why'], details = '') {
    super(`${why} ${details}`.trim())
    this.why = why
    this.details = details
  }
}

/** What a token can read. */
export interface Survey {
  organizations: number
  fleets: number
  devices: number
}

export interface CaptureProgress {
  fleets: number
  fleetsDone: number
  devices: number
  devicesDone: number
  /** An estimate; null before the first answer. */
  leftMs: number | null
}

/** A capture that can be continued, in the same or another process. */
export interface CaptureState {
  format: 1
  isSingle: boolean
  keep: readonly Keepable[]
  /** Pseudonyms by the ids of rows. */
  names: KnownNames
  fleets: Readonly<Record<string, { fleet: WorldFleet; tally: FleetTally }>>
}

export interface Captured {
  file: WorldFile
  /** The file as YAML. */
  text: string
  report: CaptureReport
}
