import { fieldText } from '@/messages/common.ts'
import { passwordText } from '@/messages/password.ts'

/** Lengths that the platform takes. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 64

/** What is wrong with a new password; undefined when it does. */
export function passwordProblem(password: string, name: string = passwordText.new): string | undefined {
  if (password === '') return fieldText.required(name)
  if (password.length < SHORTEST_PASSWORD) return passwordText.tooShort
  return password.length > LONGEST_PASSWORD ? passwordText.tooLong : undefined
}

/** A new password, typed twice. */
export interface NewPassword {
  password: string
  again: string
}

export const noPassword: NewPassword = { password: '', again: '' }

/** What is wrong with either field; both undefined when the password may be sent. */
export function newPasswordProblems({ password, again }: NewPassword): {
  [Field in keyof NewPassword]: string | undefined
} {
  return {
    password: passwordProblem(password),
    again: again === password ? undefined : passwordText.passwords_not_match,
  }
}

/** The first thing that is wrong with it. */
export function newPasswordProblem(value: NewPassword): string | undefined {
  const { password, again } = newPasswordProblems(value)
  return password ?? again
}
