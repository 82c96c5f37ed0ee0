import { HttpError } from '../odata/http-error.ts'
import type { Value } from '../store/table.ts'

/** Throws 400 when the value of a tag or variable is longer than people may write it: `subject` is what has it. */
export function refuseLonger(subject: string, value: Value | undefined, longest: number): void {
  if (typeof value !== 'string' || value.length <= longest) return
  throw new HttpError(
    400,
    `It is necessary that each ${subject} has a value that has a Length (Type) that is less than or equal to ${longest}.`,
  )
}
