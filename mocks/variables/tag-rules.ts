import { HttpError } from '../base/http-error.ts'
import { checkLength } from '../base/values.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import type { Values } from '../store/table.ts'

const RESERVED = ['io.resin.', 'io.balena.']

/** Maximum length of a new value. The column is larger, because older tags can be longer. */
const MAX_DEVICE_VALUE_LENGTH = 10_000

function checkKey({ tag_key: key }: Values): void {
  if (typeof key !== 'string') return
  if (/\s/.test(key)) throw new HttpError(400, 'Tag keys cannot contain whitespace.')
  const prefix = RESERVED.find((reserved) => key.startsWith(reserved))
  if (prefix !== undefined) throw new HttpError(400, `Tag keys beginning with ${prefix} are reserved.`)
}

/** Throws 400 on an invalid device tag. */
export function checkDeviceTag(values: Values): void {
  checkKey(values)
  checkLength('device tag', values['value'], MAX_DEVICE_VALUE_LENGTH)
}

export const tagRules: ResourceRules = { check: checkKey }

export const deviceTagRules: ResourceRules = { check: checkDeviceTag }
