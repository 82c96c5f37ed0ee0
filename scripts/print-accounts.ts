import { DEMO_PASSWORD, demoPeople } from '../mocks/scenarios/people.ts'
import type { DemoName } from '../mocks/scenarios/people.ts'
import { scenarios } from '../mocks/scenarios/registry.ts'

const ROLES: Record<DemoName, string> = {
  ada: 'organization administrator',
  devi: 'developer',
  sadie: 'safe developer (limited)',
  omar: 'operator',
  sol: 'safe operator (limited)',
  olive: 'observer',
  mel: 'member',
  sue: 'support agent',
  pat: 'platform administrator',
}

export const demoPassword = DEMO_PASSWORD

/** The people of every simulated world, one for each role. */
export const demoAccounts = demoPeople.map(({ username }) => ({
  email: `${username}@flotilla.example`,
  role: ROLES[username],
}))

/** The first is the one that opens when nothing else is asked for. */
export const demoScenarios = scenarios.map(({ name, description }) => ({ name, description }))
