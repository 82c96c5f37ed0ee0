import { pastDue } from './past-due.ts'

export const pastDue60 = pastDue(
  60,
  'Acme Logistics has owed for 60 days and is frozen: each of its fleets shows every device frozen, and nothing new reaches one.',
)
