import type { Instant } from '../../simulator/clock.ts'

/** One run of a script on a device: its result is known at once and told when it is over. */
export interface ScriptRun {
  startedAt: Instant
  endsAt: Instant
  stdout: string | { diagnose_version: string; checks: { name: string; success: boolean; status: string }[] }
  stderr: string
}

/** One service of a build. */
export interface BuildStep {
  /** Null until its turn has come. */
  image: number | null
  service: string
  startsAt: Instant
  endsAt: Instant
  /** Bytes, when it succeeds. */
  size: number
  log: string
  dockerfile: string
  /** Why it fails; null when it succeeds. */
  failure: string | null
}

export interface Build {
  release: number
  application: number
  startedAt: Instant
  endsAt: Instant
  steps: BuildStep[]
  draft: boolean
}

/** Parts of a large file on their way into an asset. */
export interface Upload {
  asset: number
  filename: string
  type: string
  size: number
  chunkSize: number
  parts: Map<number, Uint8Array<ArrayBuffer>>
}

export interface StoredBytes {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  filename: string
}

/** Work that people have started, and files. Fit for structured cloning. */
export interface Jobs {
  /** By device id and the name of the script. */
  scripts: Map<string, ScriptRun>
  /** By release; only those that are not over. */
  builds: Map<number, Build>
  /** By the uuid that the client was told. */
  uploads: Map<string, Upload>
  /** By the secret part of their address. */
  files: Map<string, StoredBytes>
}

export const createJobs = (): Jobs => ({
  scripts: new Map(),
  builds: new Map(),
  uploads: new Map(),
  files: new Map(),
})
