import type { ResourceRules } from './rules.ts'

/** Whatever text somebody gives counts as their key: only the dashboard looks whether it is one. */
export const userKeyRules: ResourceRules = {
  mayCreate: ({ access: { caller } }, { user }) => caller.kind === 'user' && caller.user === user,
}
