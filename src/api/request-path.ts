import type { paths } from '../../openapi/generated/types.d.ts'

// The only module that parses request paths.

/** Read operations that are sent as POST. */
const QUESTIONS: readonly string[] = [
  '/supervisor/ping',
  '/supervisor/v1/device',
] satisfies readonly (keyof paths)[]

const LONGEST_WORD = 24
const isWord = (part: string) => /^(?:[a-z_-]+|v\d+)$/i.test(part) && part.length <= LONGEST_WORD

export const isQuestion = (path: string): boolean => QUESTIONS.includes(path)

/** The resource of a data API request; null for service operations. */
export const resourceIn = (path: string): string | null =>
  /^\/v\d+\/([a-z_]+)(?=[(?]|$)/.exec(path)?.[1] ?? null

/** The UUID of the device of an action. */
export const deviceIn = (path: string): string | null =>
  /^\/v[12]\/([0-9a-f]{32,62})\//.exec(path)?.[1] ?? null

/** Path segments from the contract; null for ids, names, values and keys. */
export function wordsIn(path: string): (string | null)[] {
  const resource = resourceIn(path)
  return path
    .replace(/\([^)]*\)|\?.*/g, '')
    .split('/')
    .filter(Boolean)
    .map((part) => (part === resource || isWord(part) ? part : null))
}
