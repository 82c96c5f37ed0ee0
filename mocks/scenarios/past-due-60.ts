import { pastDue } from './past-due.ts'

export const pastDue60 = pastDue(
  60,
  'Acme Logistics has owed for 60 days and is frozen with all its devices: Ada is sent to its billing page, everybody else to the list of organizations.',
)
