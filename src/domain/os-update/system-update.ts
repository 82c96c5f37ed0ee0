/** The progress of an OS update, from the device's provisioning fields (docs/platform/operating-systems.md). */
export type SystemUpdateState =
  | { kind: 'none' }
  | { kind: 'running'; percent: number; step: OsUpdateStep; said: string }
  | { kind: 'failed'; cause: FailureCause; said: string }

export type OsUpdateStep = 'preparing' | 'downloading' | 'installing' | 'rebooting' | 'working'
export type FailureCause = 'storage' | 'full' | 'health' | 'network' | 'unknown'

interface ProgressFields {
  provisioning_progress: number | null
  provisioning_state: string | null
}

const STEPS: readonly [RegExp, OsUpdateStep][] = [
  [/reboot/i, 'rebooting'],
  [/download/i, 'downloading'],
  [/prepar/i, 'preparing'],
  [/install|running|hostapp/i, 'installing'],
]

const CAUSES: readonly [RegExp, FailureCause][] = [
  [/no space|disk full|storage is full/i, 'full'],
  [/input\/output|i\/o error|read-only file system|root file system/i, 'storage'],
  [/roll(?:ed|ing)? ?back|did not start|good health|health check/i, 'health'],
  [/timed? ?out|network|connection|download/i, 'network'],
]

/** Parses the provisioning fields of a device. */
export function systemUpdateState({
  provisioning_progress: percent,
  provisioning_state: state,
}: ProgressFields): SystemUpdateState {
  const message = state ?? ''
  // The first flashing of the internal storage uses the same fields.
  if (percent === null || message === 'Post-Provisioning') return { kind: 'none' }
  if (/fail|error/i.test(message)) {
    const text = message.replace(/^OS update failed:\s*/i, '')
    const cause = CAUSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown'
    return { kind: 'failed', cause, said: text }
  }
  const step = STEPS.find(([pattern]) => pattern.test(message))?.[1] ?? 'working'
  return { kind: 'running', percent, step, said: message }
}
