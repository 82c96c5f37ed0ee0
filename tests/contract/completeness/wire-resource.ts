/**
 * One resource as listed in the API reference, written independently of the contract to detect differences.
 *
 * `flags`: its common columns, and whether it is read-only for clients; `fields`: each with its type, `>` before the target of a
 * relation, `?` if nullable, `w` if clients write it, `cloud` if the open-source backend lacks it; `toMany`: each with `>` before
 * the resource if its name differs, and its synonyms.
 */
export interface WireResource {
  canonical?: string
  flags: string
  fields: string
  toMany?: string
}
