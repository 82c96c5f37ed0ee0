import { teamNameText as text } from '../../../messages/organization-teams.ts'

/** Longer names are refused by the platform. */
const LONGEST_NAME = 255

/** What is wrong with the name of a team; undefined when nothing is. `others` are those of its organization. */
export function teamNameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === '') return text.missing
  if (name.length > LONGEST_NAME) return text.tooLong(LONGEST_NAME)
  const lower = name.toLowerCase()
  return others.some((each) => each.toLowerCase() === lower) ? text.taken(name) : undefined
}
