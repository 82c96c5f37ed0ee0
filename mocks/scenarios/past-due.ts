import { writtenWorld } from '../worlds/written-world.ts'
import type { Scenario } from './scenario.ts'

/** Acme Logistics has not paid for so many days; what follows from it stands in docs/decisions/product-rules.md, 29. */
const pastDue = (days: number, description: string): Scenario =>
  writtenWorld(
    {
      name: `past-due-${days}`,
      title: `${days} days past due`,
      description,
      people: ['ada', 'olive'],
      devices: 122,
      tags: ['billing'],
    },
    { billing: { owedDays: days } },
  )

/** The days on which something changes for whoever owes. */
export const pastDueScenarios: readonly Scenario[] = [
  pastDue(29, 'Acme Logistics has owed a bill for 29 days, the last day on which that is only a warning.'),
  pastDue(
    30,
    'Acme Logistics has owed a bill for 30 days: the warning has become an error that counts the 30 days until it is frozen.',
  ),
  pastDue(59, 'Acme Logistics has owed two bills, the older for 59 days: it is frozen tomorrow.'),
  pastDue(
    60,
    'Acme Logistics has owed for 60 days and is frozen: each of its fleets shows every device frozen, and nothing new reaches one.',
  ),
]
