import { HttpError } from '../odata/http-error.ts'
import type { Values } from '../store/table.ts'
import type { ResourceRules } from './rules.ts'
import { refuseLonger } from '../services/values.ts'

const RESERVED = ['io.resin.', 'io.balena.']

/** The longest value that a tag of a device may have: its column holds more, for those of earlier days. */
const LONGEST_DEVICE_VALUE = 10_000

function checkKey({ tag_key: key }: Values): void {
  if (typeof key !== 'string') return
  if (/\s/.test(key)) throw new HttpError(400, 'Tag keys cannot contain whitespace.')
  const prefix = RESERVED.find((reserved) => key.startsWith(reserved))
  if (prefix !== undefined) throw new HttpError(400, `Tag keys beginning with ${prefix} are reserved.`)
}

/** Throws 400 with the rule that a tag of a device breaks. */
export function checkDeviceTag(values: Values): void {
  checkKey(values)
  refuseLonger('device tag', values['value'], LONGEST_DEVICE_VALUE)
}

export const tagRules: ResourceRules = { check: checkKey }

export const deviceTagRules: ResourceRules = { check: checkDeviceTag }
