import { HttpError } from '../base/http-error.ts'
import { checkLength } from '../base/values.ts'
import type { RulesFor } from '../http/resource-rules.ts'
import type { RowInput } from '../store/stored-row.ts'

/** All tags have the same fields. */
type TagInput = Pick<RowInput<'device_tag'>, 'tag_key' | 'value'>

const RESERVED = ['io.resin.', 'io.balena.']

/** Maximum length of a new value. The column is larger, because older tags can be longer. */
const MAX_DEVICE_VALUE_LENGTH = 10_000

/** Why a key of a tag is not allowed; undefined when it is. */
export function problemOfKey(key: string): string | undefined {
  if (/\s/.test(key)) return 'Tag keys cannot contain whitespace.'
  const prefix = RESERVED.find((reserved) => key.startsWith(reserved))
  return prefix === undefined ? undefined : `Tag keys beginning with ${prefix} are reserved.`
}

function checkKey({ tag_key: key }: TagInput): void {
  const problem = typeof key === 'string' ? problemOfKey(key) : undefined
  if (problem !== undefined) throw new HttpError(400, problem)
}

/** Throws 400 on an invalid device tag. */
export function checkDeviceTag(values: TagInput): void {
  checkKey(values)
  checkLength('device tag', values.value, MAX_DEVICE_VALUE_LENGTH)
}

export const tagRules: RulesFor<TagInput> = { check: checkKey }

export const deviceTagRules: RulesFor<TagInput> = { check: checkDeviceTag }
