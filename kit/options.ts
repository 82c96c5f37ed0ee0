import { didYouMean } from '../mocks/base/closest-name.ts'
import { scenarioNames } from './scenario-names.ts'

const PEOPLE = ['ada', 'devi', 'sadie', 'omar', 'sol', 'olive', 'mel', 'sue', 'pat']
const MAX_SEED = 4_294_967_295
const MAX_DEVICES = 1_000_000
const MAX_SPEED = 3600

/** What is wrong with a value, as the end of a sentence about its option; undefined if nothing is. */
type Rule = (value: unknown) => string | undefined

const shown = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

const oneOf =
  (names: readonly string[], what: string): Rule =>
  (value) => {
    if (typeof value === 'string' && names.includes(value)) return undefined
    return `must be ${what}, not ${shown(value)}${didYouMean(typeof value === 'string' ? value : '', names)}`
  }

const numberFrom =
  (min: number, max: number, what: string, isValid: (value: number) => boolean = Number.isInteger): Rule =>
  (value) =>
    typeof value === 'number' && isValid(value) && value >= min && value <= max
      ? undefined
      : `must be ${what} from ${min} to ${max}, not ${shown(value)}.`

const isTime = (value: unknown) =>
  (typeof value === 'string' || value instanceof Date) && !Number.isNaN(new Date(value).getTime())

const rules: Readonly<Record<string, Rule>> = {
  scenario: oneOf(scenarioNames, `one of the named worlds (${scenarioNames.slice(0, 3).join(', ')} …)`),
  world: (value) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null)
      ? undefined
      : `must be a world file or a session file, as an object or as text, not ${shown(value)}.`,
  seed: numberFrom(0, MAX_SEED, 'a whole number'),
  devices: numberFrom(1, MAX_DEVICES, 'a whole number'),
  at: (value) =>
    isTime(value) ? undefined : `must be a time such as 2026-11-20T14:00Z, not ${shown(value)}.`,
  platform: oneOf(['hosted', 'open'], '"hosted" or "open"'),
  speed: numberFrom(0, MAX_SPEED, 'a number', Number.isFinite),
  rateLimit: (value) =>
    typeof value === 'boolean' ? undefined : `must be true or false, not ${shown(value)}.`,
  as: oneOf(PEOPLE, `one of ${PEOPLE.join(', ')}`),
}

/** @throws TypeError for a name that is no demo user */
export function checkPerson(person: unknown): void {
  const problem = rules['as']?.(person)
  if (problem !== undefined) throw new TypeError(`token: the person ${problem}`)
}

/**
 * Checks the options of `createCloud`, which may come from JavaScript or from a file.
 * @throws TypeError with a sentence about the first wrong option
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`createCloud takes one object with options, not ${shown(options)}.`)
  const names = Object.keys(rules)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(rules, name))
      throw new TypeError(`createCloud has no option "${name}"${didYouMean(name, names)}`)
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const problem = rules[name]?.(value)
    if (problem !== undefined) throw new TypeError(`createCloud: "${name}" ${problem}`)
  }
  const has = (name: string) => given.some(([each]) => each === name)
  if (has('world') && has('scenario'))
    throw new TypeError('createCloud: "world" and "scenario" both name the world to open; use one of them.')
}
