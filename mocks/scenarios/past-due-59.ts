import { pastDue } from './past-due.ts'

export const pastDue59 = pastDue(
  59,
  'Acme Logistics has owed two bills, the older for 59 days: it is frozen tomorrow.',
)
