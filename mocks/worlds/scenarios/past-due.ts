import type { Scenario } from '../scenario.ts'
import { writtenWorld } from '../written-world.ts'

/** Acme Logistics has an unpaid invoice; docs/decisions/product-rules.md, 29, describes the consequences. */
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

/** The days before and on which the consequences of an unpaid invoice change. */
export const pastDueScenarios: readonly Scenario[] = [
  pastDue(
    29,
    'An invoice of Acme Logistics is 29 days past due, the last day on which only a warning is shown.',
  ),
  pastDue(
    30,
    'An invoice of Acme Logistics is 30 days past due. The warning has become an error that counts down the 30 days until the organization is frozen.',
  ),
  pastDue(
    59,
    'Two invoices of Acme Logistics are past due, the older for 59 days. The organization will be frozen tomorrow.',
  ),
  pastDue(
    60,
    'An invoice of Acme Logistics is 60 days past due and the organization is frozen. All its devices are shown as frozen and get no updates.',
  ),
]
