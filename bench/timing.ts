/** Real milliseconds that some work takes. */
export async function elapsed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The time that the work itself took: on a busy machine less than what passed, as others had their turns. */
export async function busy(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  const passed = await elapsed(work)
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) / 1_000)
}

/** The value that a share of a rising list does not exceed, by nearest rank: of twenty values the nineteenth is p95. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
