import { errorMessage } from '@/domain/error-message.ts'
import { forEachAtOnce } from '@/lib/each.ts'
import { updateRunText } from '@/messages/updates.ts'

/** Batch calls run this many at a time (spec 2 §9). */
const AT_ONCE = 50

/** Does something to each device. Throws when all failed; else the sentence about those that did (spec 2 §8). */
export async function runOnEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<string | undefined> {
  const failures: unknown[] = []
  await forEachAtOnce(items, work, {
    atOnce: AT_ONCE,
    onOutcome: (_item, outcome) => {
      if (!outcome.ok) failures.push(outcome.error)
    },
  })
  const [first] = failures
  if (failures.length === 0) return undefined
  if (failures.length < items.length) {
    return updateRunText.someFailed(String(failures.length), reasonOf(first))
  }
  if (items.length === 1) throw first
  throw new Error(updateRunText.allFailed(reasonOf(first)))
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === 'Error' ? error.message : errorMessage(error)
