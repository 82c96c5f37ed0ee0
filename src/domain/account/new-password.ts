import { fieldText } from '@/messages/common/common.ts'
import { passwordText } from '@/messages/sign-in/password.ts'

/** The lengths that the platform accepts. */
const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 64

/** Why a new password is invalid; undefined if it is valid. */
export function passwordProblem(password: string, name: string = passwordText.new): string | undefined {
  if (password === '') return fieldText.required(name)
  if (password.length < SHORTEST_PASSWORD) return passwordText.tooShort
  return password.length > LONGEST_PASSWORD ? passwordText.tooLong : undefined
}

/** A new password and its confirmation. */
export interface NewPassword {
  password: string
  again: string
}

export const noPassword: NewPassword = { password: '', again: '' }

/** Why each field is invalid; both are undefined if the password can be submitted. */
export function newPasswordProblems({ password, again }: NewPassword): {
  [Field in keyof NewPassword]: string | undefined
} {
  return {
    password: passwordProblem(password),
    again: again === password ? undefined : passwordText.passwords_not_match,
  }
}

/** The first problem of the two fields. */
export function newPasswordProblem(value: NewPassword): string | undefined {
  const { password, again } = newPasswordProblems(value)
  return password ?? again
}
