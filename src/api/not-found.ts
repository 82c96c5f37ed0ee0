import { ambiguousText, notFoundText } from '../messages/common.ts'
import { ApiError } from './errors.ts'

/** What is looked for by an id or a name. */
export type LookedFor = keyof typeof notFoundText

const canBeAmbiguous = (what: LookedFor): what is keyof typeof ambiguousText => what in ambiguousText

/**
 * The row of a read by key. The data API answers an unknown key with an empty list rather than with a 404 (docs/platform/data-api.md).
 * Throws `ApiError` of kind `not-found` when there is none.
 */
export function foundOrThrow<Row>(row: Row | undefined, what: LookedFor): Row {
  if (row === undefined) throw new ApiError('not-found', notFoundText[what])
  return row
}

/** The one row of a read by a name, or by part of one. Throws `ApiError` of kind `ambiguous` when there are several. */
export function onlyOne<Row>([row, another]: readonly Row[], what: LookedFor): Row {
  if (another !== undefined && canBeAmbiguous(what)) throw new ApiError('ambiguous', ambiguousText[what])
  return foundOrThrow(row, what)
}
