import { pastDue } from './past-due.ts'

export const pastDue29 = pastDue(
  29,
  'Acme Logistics has owed a bill for 29 days, the last day on which that is only a warning.',
)
