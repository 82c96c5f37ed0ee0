/** What else runs on an architecture, as the platform's clients have it (docs/platform/operating-systems.md). */
const ALSO_RUNS: Readonly<Record<string, readonly string[]>> = {
  aarch64: ['armv7hf', 'rpi'],
  armv7hf: ['rpi'],
}

/** Whether a device of one CPU architecture runs what was built for another. */
export function isArchitectureCompatibleWith(device: string, built: string): boolean {
  return device === built || (ALSO_RUNS[device]?.includes(built) ?? false)
}
