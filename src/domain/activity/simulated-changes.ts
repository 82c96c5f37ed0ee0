import { whoText } from '@/messages/activity.ts'
import type { SimulatedChange } from '@/simulation/simulation-data-context.tsx'
import { describeWrite } from './describe-write.ts'
import type { Entry } from './entry.ts'

export interface SimulatedEntry extends Entry {
  /** Who made it, for people. */
  by: string
}

/** What a simulated platform accepted from anybody, told as one's own changes are: from which page nobody knows, and it is not undone here. */
export function simulatedEntries(changes: readonly SimulatedChange[]): SimulatedEntry[] {
  return changes.flatMap((change, at): SimulatedEntry[] => {
    const described = describeWrite(change, '/')
    if (described === null) return []
    return [
      {
        ...described,
        id: `world-${changes.length - at}`,
        at: Date.parse(change.at),
        by: change.as ?? (change.key === null ? whoText.nobody : whoText.key(change.key)),
        result: 'done',
        status: null,
        change: null,
        whyNot: null,
        undoes: null,
      },
    ]
  })
}
