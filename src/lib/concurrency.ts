export type Outcome = { ok: true } | { ok: false; error: unknown }

export interface EachOptions<Item> {
  /** Maximum number in parallel. */
  atOnce: number
  /** Starts no further items; running ones finish. */
  signal?: AbortSignal
  onOutcome: (item: Item, outcome: Outcome) => void
}

/** Runs a function on each item, with limited parallelism; a failure does not stop the others. */
export async function mapWithLimit<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { atOnce, signal, onOutcome }: EachOptions<Item>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length && !signal?.aborted) {
      const item = items[next++]
      if (item === undefined) continue
      try {
        await work(item)
        onOutcome(item, { ok: true })
      } catch (error) {
        onOutcome(item, { ok: false, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
