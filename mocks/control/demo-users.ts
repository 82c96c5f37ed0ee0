import type { DemoUser } from '../../openapi/generated/control.d.ts'
import { grants } from '../access/roles.ts'
import { demoPeople, DEMO_PASSWORD } from '../worlds/people.ts'
import type { DemoPerson } from '../worlds/people.ts'
import type { Scenario } from '../worlds/scenario.ts'

/** The permissions of visible features, the most frequently used first. */
const NOTABLE_PERMISSIONS = [
  'resin.device.update',
  'resin.device.supervisor-proxy-write',
  'resin.device.ssh',
  'resin.device.ssh-host',
  'resin.device.actions-proxy-hup',
  'resin.device.move',
  'resin.device.delete',
  'resin.device.create',
  'resin.device_environment_variable.update',
  'resin.device_config_variable.update',
  'resin.release.update',
  'resin.release.delete',
  'resin.application.update',
  'resin.application_config_variable.update',
  'resin.application.delete',
  'resin.team.create',
  'resin.organization.update',
  'resin.subscription.read',
] as const

/** All users that the panel offers, those of the scenario first. */
export function demoUsersOf({ people: notable, allPeople = demoPeople }: Scenario): DemoUser[] {
  const persons = allPeople.map((person: DemoPerson): DemoUser => {
    const role = person.staff ?? person.role ?? 'member'
    return {
      username: person.username,
      name: `${person.first} ${person.last}`.trim(),
      email: `${person.username}@flotilla.example`,
      role,
      password: DEMO_PASSWORD,
      isTelling: notable.includes(person.username),
      lacks: NOTABLE_PERMISSIONS.filter((permission) => !grants(role, permission)),
    }
  })
  const rank = ({ username, isTelling }: DemoUser) => (isTelling ? notable.indexOf(username) : notable.length)
  return persons.toSorted((one, other) => rank(one) - rank(other))
}
