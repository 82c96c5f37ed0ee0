import { api } from '@/api/api.ts'
import { LONGEST_PASSWORD } from '@/domain/account/new-password.ts'
import { asNumber, createStored } from '@/lib/stored.ts'

/** The id of who must choose another password; 0: nobody. */
const flagged = createStored('must-change-password', 0, asNumber)

const signedIn = () => api().session.claims()?.id ?? 0

/** Notes after a sign-in whether its password is longer than new ones may be. */
export function flagLongPassword(password: string): void {
  if (password.length > LONGEST_PASSWORD) flagged.set(signedIn())
  else if (flagged.get() === signedIn()) flagged.set(0)
}

/** Whether who is signed in must choose another password before going on. */
export function mustChangePassword(): boolean {
  return flagged.get() !== 0 && flagged.get() === signedIn()
}

/** The password was changed. */
export function unflagPassword(): void {
  flagged.set(0)
}
