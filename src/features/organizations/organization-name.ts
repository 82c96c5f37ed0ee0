import { formatNumber } from '@/lib/format.ts'
import { organizationEditText as text } from '@/messages/organizations/organizations.ts'

const LONGEST_NAME = 220
const MOST_LOGO_BYTES = 1_000_000
const LOGO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/** The `accept` attribute of the logo field. */
export const LOGO_ACCEPT = [...LOGO_TYPES].join(',')

/** Why the name is invalid; undefined if it is valid. `others` are the names of the user's other organizations. */
export function organizationNameProblem(name: string, others: readonly string[]): string | undefined {
  if (name === '') return text.nameMissing
  if (name.length > LONGEST_NAME) return text.nameTooLong(LONGEST_NAME)
  const lower = name.toLowerCase()
  return others.some((each) => each.trim().toLowerCase() === lower) ? text.nameTaken(name) : undefined
}

/** Why the logo file is invalid; undefined if it is valid. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!LOGO_TYPES.has(type)) return text.logoKind
  return size > MOST_LOGO_BYTES ? text.logoSize(formatNumber(MOST_LOGO_BYTES)) : undefined
}
