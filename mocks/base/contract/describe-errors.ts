import type { OutputUnit } from '@cfworker/json-schema'

/** Errors that only report that a nested one failed. */
const WRAPPERS = new Set(['properties', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref'])
const MAX_MESSAGES = 5

/** Messages about the causes, without the type errors of containers that failed because of a nested error. */
export function describeErrors(errors: OutputUnit[]): string[] {
  const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
  const causes = leaves.length > 0 ? leaves : errors
  const hasNestedError = ({ keyword, instanceLocation }: OutputUnit) =>
    keyword === 'type' && causes.some((one) => one.instanceLocation.startsWith(`${instanceLocation}/`))
  const messages = causes
    .filter((cause) => !hasNestedError(cause))
    .map(({ keyword, instanceLocation, error }) =>
      keyword === 'false' ? `${instanceLocation}: is not in the contract` : `${instanceLocation}: ${error}`,
    )
  return [...new Set(messages)].slice(0, MAX_MESSAGES)
}
