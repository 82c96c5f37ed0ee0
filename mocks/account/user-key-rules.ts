import type { ResourceRules } from '../http/resource-rules.ts'

/** Accepts any text as a key, because only the dashboard validates keys. */
export const userKeyRules: ResourceRules<'user_public_key'> = {
  mayCreate: ({ access: { caller } }, { user }) => caller.kind === 'user' && caller.user === user,
}
