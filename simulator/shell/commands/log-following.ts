import type { LogLine } from '../../device/device-state.ts'
import type { JournalEntry } from '../../views/host-journal.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Process } from '../process.ts'

/** Poll interval when the time of the next line is unknown. */
const POLL_INTERVAL_MS = 5000

/** Prints new lines until it is interrupted, or until a time. `show` returns the text of a line, or an empty string to skip it. */
export function* followLogs(process: Process, show: (line: LogLine) => string, end = Infinity): Steps<void> {
  const { machine, kernel } = process
  let seen = machine.now()
  while (seen < end) {
    const next = machine.world.nextLogAt(machine.index, seen)
    const at = Math.min(next ?? Infinity, seen + POLL_INTERVAL_MS, end)
    yield* kernel.until(at)
    const now = machine.now()
    const text = machine.logs({ after: seen }).map(show).join('')
    seen = Math.max(at, now)
    if (text !== '') yield* process.print(text)
  }
}

/** Prints new entries of the journal until it is interrupted. */
export function* followJournal(process: Process, show: (entry: JournalEntry) => string): Steps<void> {
  const { machine, kernel } = process
  let seen = machine.now()
  for (;;) {
    const next = machine.world.nextLogAt(machine.index, seen)
    const at = Math.min(next ?? Infinity, seen + POLL_INTERVAL_MS)
    yield* kernel.until(at)
    const now = machine.now()
    const text = machine.journal(seen).map(show).join('')
    seen = Math.max(at, now)
    if (text !== '') yield* process.print(text)
  }
}
