import { ambiguousText, notFoundText } from '@/messages/common/not-found.ts'
import { ApiError } from './errors.ts'

/** Resources that are looked up by id or name. */
export type LookedFor = keyof typeof notFoundText

const canBeAmbiguous = (what: LookedFor): what is keyof typeof ambiguousText => what in ambiguousText

/**
 * The row of a read by key. The data API returns an empty list for an unknown key, not a 404
 * (docs/platform/data-api.md). Throws `ApiError` of kind `not-found` when there is none.
 */
export function foundOrThrow<Row>(row: Row | undefined, what: LookedFor): Row {
  if (row === undefined) throw new ApiError('not-found', notFoundText[what])
  return row
}

/** The row of a read by a full or partial name. Throws `ApiError` of kind `ambiguous` when there are several. */
export function onlyOne<Row>([row, another]: readonly Row[], what: LookedFor): Row {
  if (another !== undefined && canBeAmbiguous(what)) throw new ApiError('ambiguous', ambiguousText[what])
  return foundOrThrow(row, what)
}
