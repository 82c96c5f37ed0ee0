/** The real time that some work takes, in ms. */
export async function elapsed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The CPU time of some work, or the elapsed time if that is less: excludes other processes of a busy machine. */
export async function busy(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  const passed = await elapsed(work)
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) / 1_000)
}

/** A quantile of a sorted list, by nearest rank: of twenty values, the nineteenth is p95. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
