/**
 * One resource as the reference of the wire lists it, written down beside the contract so that the two can disagree.
 *
 * `flags`: which common columns it has, and whether clients only read it; `fields`: each with its type, `>` before what
 * a relation leads to, `?` for null, `w` where clients write it, `cloud` where the open-source backend lacks it;
 * `toMany`: each with `>` before the resource where its name does not say it, and its synonyms.
 */
export interface WireResource {
  canonical?: string
  flags: string
  fields: string
  toMany?: string
}
