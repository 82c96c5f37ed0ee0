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

/** The value below which a share of a rising list lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
