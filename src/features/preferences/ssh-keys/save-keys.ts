import { errorMessage, Failure } from '@/api/error-message.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { formatNumber } from '@/lib/format.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'

/** Saves keys one by one, despite failures. Throws `Failure` with the number of failed keys and the first error. */
export async function saveKeys<Key>(
  keys: readonly Key[],
  save: (key: Key) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  await mapWithLimit(keys, save, {
    atOnce: 1,
    onOutcome: (_key, outcome) => {
      if (!outcome.ok) errors.push(outcome.error)
    },
  })
  if (errors.length === 0) return
  const first = errorMessage(errors[0])
  throw new Failure(
    errors.length === keys.length
      ? text.allFailed(first)
      : text.someFailed(formatNumber(errors.length), formatNumber(keys.length), first),
  )
}
