import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { commonPasswords } from './common-passwords.ts'

/** From very weak to very strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: commonPasswords },
  graphs: adjacencyGraphs,
})

/** How hard a password is to guess for someone who knows these words about the user. Loaded on demand: 14 kB. */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  const words = known
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word !== '')
  return estimator.check(password, words).score
}
