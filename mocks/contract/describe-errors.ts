import type { OutputUnit } from '@cfworker/json-schema'

/** Errors that only report that a nested one failed. */
const WRAPPERS = new Set(['properties', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref'])
const MOST_TOLD = 5

/** Messages about the causes, without the type errors of containers that failed because of a nested error. */
export function describeErrors(errors: OutputUnit[]): string[] {
  const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
  const causes = leaves.length > 0 ? leaves : errors
  const isEntered = ({ keyword, instanceLocation: place }: OutputUnit) =>
    keyword === 'type' && causes.some((one) => one.instanceLocation.startsWith(`${place}/`))
  const sentences = causes
    .filter((cause) => !isEntered(cause))
    .map(({ keyword, instanceLocation, error }) =>
      keyword === 'false' ? `${instanceLocation}: is not in the contract` : `${instanceLocation}: ${error}`,
    )
  return [...new Set(sentences)].slice(0, MOST_TOLD)
}
