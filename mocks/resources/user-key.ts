import { HttpError } from '../odata/http-error.ts'
import type { Values } from '../store/table.ts'
import type { ResourceRules } from './rules.ts'

/** A key is one line: its type, its body, perhaps a comment. */
const PUBLIC_KEY =
  /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]+={0,3}(?: [^\n\r]*)?$/

/** The text without blanks around it. Throws 400 on what is no key, and on an empty title. */
function tidy(values: Values): Values {
  const { public_key: given, title } = values
  if (title === '') throw new HttpError(400, 'The key title is mandatory!')
  if (typeof given !== 'string') return values
  const key = given.trim()
  if (key === '') throw new HttpError(400, 'The key is mandatory!')
  if (!PUBLIC_KEY.test(key)) throw new HttpError(400, 'Invalid SSH key')
  return { ...values, public_key: key }
}

export const userKeyRules: ResourceRules = {
  create: (_context, values) => tidy(values),
  mayCreate: ({ access: { caller } }, { user }) => caller.kind === 'user' && caller.user === user,
  update: (_context, _handle, changes) => tidy(changes),
}
