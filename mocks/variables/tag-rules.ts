import { HttpError } from '../base/http-error.ts'
import { checkLength } from '../base/values.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import type { Values } from '../store/table.ts'

const RESERVED = ['io.resin.', 'io.balena.']

/** Maximum length of a new value. The column is larger, because older tags can be longer. */
const MAX_DEVICE_VALUE_LENGTH = 10_000

/** Why a key of a tag is not allowed; undefined when it is. */
export function problemOfKey(key: string): string | undefined {
  if (/\s/.test(key)) return 'Tag keys cannot contain whitespace.'
  const prefix = RESERVED.find((reserved) => key.startsWith(reserved))
  return prefix === undefined ? undefined : `Tag keys beginning with ${prefix} are reserved.`
}

function checkKey({ tag_key: key }: Values): void {
  const problem = typeof key === 'string' ? problemOfKey(key) : undefined
  if (problem !== undefined) throw new HttpError(400, problem)
}

/** Throws 400 on an invalid device tag. */
export function checkDeviceTag(values: Values): void {
  checkKey(values)
  checkLength('device tag', values['value'], MAX_DEVICE_VALUE_LENGTH)
}

export const tagRules: ResourceRules = { check: checkKey }

export const deviceTagRules: ResourceRules = { check: checkDeviceTag }
