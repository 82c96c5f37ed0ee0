import { teamNameText as text } from '@/messages/organizations/organization-teams.ts'

/** Longer names are refused by the platform. */
const LONGEST_NAME = 255

/** Why the name is invalid; undefined if it is valid. `others` are the names of the organization's other teams. */
export function teamNameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === '') return text.missing
  if (name.length > LONGEST_NAME) return text.tooLong(LONGEST_NAME)
  const lower = name.toLowerCase()
  return others.some((each) => each.toLowerCase() === lower) ? text.taken(name) : undefined
}
