import { sentChange } from '@/api/sent-change.ts'
import type { Entry } from '@/engines/activity/activity-entry.ts'
import { describeChange } from '@/engines/activity/describe-change.ts'
import { whoText } from '@/messages/activity/activity.ts'
import type { SimulatedChange } from '@/simulation/simulation-data-context.tsx'

export interface SimulatedEntry extends Entry {
  /** The author, as shown to the user. */
  by: string
}

/** The writes that a simulated platform accepted from any client, as entries. The page is unknown, and they cannot be undone. */
export function simulatedEntries(changes: readonly SimulatedChange[]): SimulatedEntry[] {
  return changes.flatMap((change, at): SimulatedEntry[] => {
    const sent = sentChange(change)
    const described = sent && describeChange(sent, '/')
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
