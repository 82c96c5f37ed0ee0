import { api } from '@/api/api.ts'
import { LONGEST_PASSWORD } from '@/domain/account/new-password.ts'
import { asNumber, createStored } from '@/lib/stored.ts'

/** The id of the user who must choose another password; 0: nobody. */
const flagged = createStored('must-change-password', 0, asNumber)

const signedIn = () => api().session.claims()?.id ?? 0

/** Called after a sign-in: remembers whether the password exceeds the maximum length. */
export function flagLongPassword(password: string): void {
  if (password.length > LONGEST_PASSWORD) flagged.set(signedIn())
  else if (flagged.get() === signedIn()) flagged.set(0)
}

/** Whether the signed-in user must choose another password first. */
export function mustChangePassword(): boolean {
  return flagged.get() !== 0 && flagged.get() === signedIn()
}

/** Called after the password was changed. */
export function unflagPassword(): void {
  flagged.set(0)
}
