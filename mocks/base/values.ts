import { HttpError } from './http-error.ts'

/** Throws 400 when a value is too long. `subject` is the kind of its owner, for the error message. */
export function checkLength(subject: string, value: unknown, limit: number): void {
  if (typeof value !== 'string' || value.length <= limit) return
  throw new HttpError(
    400,
    `It is necessary that each ${subject} has a value that has a Length (Type) that is less than or equal to ${limit}.`,
  )
}
