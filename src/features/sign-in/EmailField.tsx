import { isEmail } from '@/lib/email.ts'
import { fieldText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'
import { TextField, type TextFieldProps } from '@/ui/form/TextField.tsx'

/** What an address must be before it is sent. */
export const emailRules = {
  required: fieldText.required(signInText.email),
  validate: (email: string) => isEmail(email.trim()) || signInText.invalidEmail,
}

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
