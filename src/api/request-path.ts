import type { paths } from '../../openapi/generated/types.d.ts'

// What the path of a request says is read here alone.

/** Questions that are sent as a POST and change nothing. */
const QUESTIONS: readonly string[] = [
  '/supervisor/ping',
  '/supervisor/v1/device',
] satisfies readonly (keyof paths)[]

const LONGEST_WORD = 24
const isWord = (part: string) => /^(?:[a-z_-]+|v\d+)$/i.test(part) && part.length <= LONGEST_WORD

export const isQuestion = (path: string): boolean => QUESTIONS.includes(path)

/** The resource of the data API that is asked for; null: it is a service operation. */
export const resourceIn = (path: string): string | null =>
  /^\/v\d+\/([a-z_]+)(?=[(?]|$)/.exec(path)?.[1] ?? null

/** The device that an action is asked of: its UUID. */
export const deviceIn = (path: string): string | null =>
  /^\/v[12]\/([0-9a-f]{32,62})\//.exec(path)?.[1] ?? null

/** The words that the contract could have; null in the place of what may be an id, a name, a value or a key. */
export function wordsIn(path: string): (string | null)[] {
  const resource = resourceIn(path)
  return path
    .replace(/\([^)]*\)|\?.*/g, '')
    .split('/')
    .filter(Boolean)
    .map((part) => (part === resource || isWord(part) ? part : null))
}
