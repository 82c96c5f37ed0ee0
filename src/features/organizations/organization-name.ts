import { organizationEditText as text } from '@/messages/organizations/organization-edit.ts'

const LONGEST_NAME = 220

/** Why the name is invalid; undefined if it is valid. `others` are the names of the user's other organizations. */
export function organizationNameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === '') return text.nameMissing
  if (name.length > LONGEST_NAME) return text.nameTooLong(LONGEST_NAME)
  const lower = name.toLowerCase()
  return others.some((each) => each.trim().toLowerCase() === lower) ? text.nameTaken(name) : undefined
}
