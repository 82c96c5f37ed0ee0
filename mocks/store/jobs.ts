import type { Instant } from '../../simulator/base/clock.ts'

/** A run of a script on a device. The result is computed at the start and returned at the end. */
export interface ScriptRun {
  startedAt: Instant
  endsAt: Instant
  stdout: string | { diagnose_version: string; checks: { name: string; success: boolean; status: string }[] }
  stderr: string
}

/** One service of a build. */
export interface BuildStep {
  /** null until the step starts. */
  image: number | null
  service: string
  startsAt: Instant
  endsAt: Instant
  /** Bytes, when it succeeds. */
  size: number
  log: string
  dockerfile: string
  /** The reason for the failure; null when it succeeds. */
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

/** A multipart upload of the file of an asset. */
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

/** Running jobs of users, and files. Can be cloned with `structuredClone`. */
export interface Jobs {
  /** By device id and the name of the script. */
  scripts: Map<string, ScriptRun>
  /** By release; only running builds. */
  builds: Map<number, Build>
  /** By the uuid returned to the client. */
  uploads: Map<string, Upload>
  /** By the secret part of their URL. */
  files: Map<string, StoredBytes>
}

export const createJobs = (): Jobs => ({
  scripts: new Map(),
  builds: new Map(),
  uploads: new Map(),
  files: new Map(),
})
