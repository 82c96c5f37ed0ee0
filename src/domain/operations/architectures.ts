/** Compatible architectures, as in the platform's clients (docs/platform/operating-systems.md). */
const ALSO_RUNS: Readonly<Record<string, readonly string[]>> = {
  aarch64: ['armv7hf', 'rpi'],
  armv7hf: ['rpi'],
}

/** Whether a device of one architecture runs images of another. */
export function isArchitectureCompatibleWith(device: string, built: string): boolean {
  return device === built || (ALSO_RUNS[device]?.includes(built) ?? false)
}
