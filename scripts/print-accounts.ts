import { roles, staffTitles } from '../openapi/generated/roles.ts'
import { DEMO_PASSWORD, demoPeople } from '../mocks/scenarios/people.ts'
import { scenarios } from '../mocks/scenarios/registry.ts'

export const demoPassword = DEMO_PASSWORD

/** The people of every simulated world, one for each role. */
export const demoAccounts = demoPeople.map((person) => ({
  email: `${person.username}@flotilla.example`,
  role: person.role === null ? staffTitles[person.staff] : roles[person.role].title,
}))

/** The first is the one that opens when nothing else is asked for. */
export const demoScenarios = scenarios.map(({ name, description }) => ({ name, description }))
