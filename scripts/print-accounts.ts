import { DEMO_PASSWORD, demoPeople } from '../mocks/worlds/people.ts'
import { scenarios } from '../mocks/worlds/registry.ts'
import { roles, staffTitles } from '../openapi/generated/roles.ts'

export const demoPassword = DEMO_PASSWORD

/** The demo users of every simulated world, one per role. */
export const demoAccounts = demoPeople.map((person) => ({
  email: `${person.username}@flotilla.example`,
  role: person.role === null ? staffTitles[person.staff] : roles[person.role].title,
}))

/** The first one opens by default. */
export const demoScenarios = scenarios.map(({ name, description }) => ({ name, description }))
