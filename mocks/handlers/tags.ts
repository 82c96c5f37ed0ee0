import { Refusal } from '../odata/refusal.ts'
import type { Values } from '../store/table.ts'
import type { ResourceRules } from './rules.ts'

const RESERVED = ['io.balena.', 'io.resin.']

/** Longest key and value that people are meant to use (wire 7). */
const LONGEST_KEY = 100
const LONGEST_VALUE = 1000
const LONGEST_DEVICE_VALUE = 10_000

function checkTag({ tag_key: key, value }: Values, longestValue: number): void {
  if (typeof key === 'string') {
    if (/\s/.test(key)) throw new Refusal(400, 'Tag keys cannot contain whitespace.')
    const prefix = RESERVED.find((reserved) => key.startsWith(reserved))
    if (prefix !== undefined) throw new Refusal(400, `Tag keys beginning with ${prefix} are reserved.`)
    if (key.length < 1 || key.length > LONGEST_KEY) {
      throw new Refusal(
        400,
        `It is necessary that each tag has a tag key that has a Length (Type) that is greater than or equal to 1 and is less than or equal to ${LONGEST_KEY}.`,
      )
    }
  }
  if (typeof value === 'string' && value.length > longestValue) {
    throw new Refusal(
      400,
      `It is necessary that each tag has a value that has a Length (Type) that is less than or equal to ${longestValue}.`,
    )
  }
}

function rulesFor(longestValue: number): ResourceRules {
  const check = (values: Values) => {
    checkTag(values, longestValue)
    return values
  }
  return {
    create: (_context, values) => check(values),
    update: (_context, _handle, changes) => check(changes),
  }
}

export const tagRules = rulesFor(LONGEST_VALUE)

/** Throws 400 with the rule that a tag of a device breaks. */
export const checkDeviceTag = (values: Values) => checkTag(values, LONGEST_DEVICE_VALUE)

export const deviceTagRules = rulesFor(LONGEST_DEVICE_VALUE)
