// Made by `npm run contract` from openapi/. Do not edit.
export const personas = ['steady', 'flaky', 'slow', 'dying-card', 'runaway-memory', 'hot', 'asleep', 'never-seen', 'undervolted', 'flapping', 'api-blocked', 'filling', 'wrong-clock', 'provisioning-refused', 'no-registry', 'busy', 'nano-clock'] as const
