import { pastDue } from './past-due.ts'

export const pastDue30 = pastDue(
  30,
  'Acme Logistics has owed a bill for 30 days: the warning has become an error that counts the 30 days until it is frozen.',
)
