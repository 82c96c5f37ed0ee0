import { isEmail } from '@/lib/email.ts'
import { fieldText } from '@/messages/common/common.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { TextField, type TextFieldProps } from '@/ui/form/TextField.tsx'

/** Why an email address is invalid; undefined if it is valid. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return fieldText.required(signInText.email)
  return isEmail(email.trim()) ? undefined : signInText.invalidEmail
}

/** The same as a rule of react-hook-form. */
export const emailRules = { validate: (email: string) => emailProblem(email) ?? true }

/** Asks for the email address of an account. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label={signInText.email}
      type="email"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  )
}
