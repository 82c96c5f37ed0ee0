import * as z from 'zod/mini'
import { jsonInBasicLetters, textChecksum } from '@/domain/tags/kept-text.ts'
import { SYSTEM_TAGS } from '@/domain/tags/system-tags.ts'
import type { SavedView } from './saved-views.ts'
import { cleanSearch, LONGEST_NAME } from './view-fields.ts'

/** Prefix of the fleet tags that store one view each. */
export const VIEW_TAGS = `${SYSTEM_TAGS}view.`

/**
 * A view saved with the fleet. `mark` is the beginning of its tag value: writes name it so that they do not overwrite
 * the change of someone else.
 */
export interface TeamView extends SavedView {
  key: string
  mark: string
}

/** A tag with an invalid value, edited by hand or truncated. */
export interface BrokenView {
  key: string
}

const schema = z.strictObject({
  v: z.literal(1),
  sum: z.number().check(z.int(), z.nonnegative()),
  name: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)),
  search: z.string(),
})

const sumOfView = ({ name, search }: SavedView) => textChecksum(`${name}\n${search}`)
const markOf = (sum: number) => `{"v":1,"sum":${sum},`

/** One tag per name, so that concurrent saves of different names do not conflict, and those of one name do. */
export const viewKey = (name: string): string =>
  `${VIEW_TAGS}${textChecksum(name.trim().toLowerCase()).toString(16).padStart(8, '0')}`

/** The tag of a view. The caller checks its length. */
export function writeTeamView({ name, search }: SavedView): { key: string; value: string } {
  const view = { name: name.trim(), search: cleanSearch(search) }
  return {
    key: viewKey(view.name),
    value: jsonInBasicLetters({ v: 1, sum: sumOfView(view), ...view }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a tag, which anyone may have written. */
export function readTeamView({
  tag_key: key,
  value,
}: {
  tag_key: string
  value: string
}): TeamView | BrokenView {
  const read = schema.safeParse(parsed(value))
  if (!read.success) return { key }
  const { name, search, sum } = read.data
  if (sum !== sumOfView({ name, search }) || !value.startsWith(markOf(sum)) || key !== viewKey(name))
    return { key }
  return { key, name, search: cleanSearch(search), mark: markOf(sum) }
}

export const isReadable = (view: TeamView | BrokenView): view is TeamView => 'mark' in view
