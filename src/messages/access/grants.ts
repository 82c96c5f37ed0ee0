import { plural } from '@/lib/format.ts'

type Listed = 'fleet' | 'app' | 'block'
const named = { fleet: 'fleet', app: 'app', block: 'block' } as const
const many = { fleet: 'fleets', app: 'apps', block: 'blocks' } as const
const titles = { fleet: 'Fleet', app: 'App', block: 'Block' } as const
const titlesOfMany = { fleet: 'Fleets', app: 'Apps', block: 'Blocks' } as const

/** Why a person cannot be invited. */
export const inviteeText = {
  missing: 'Enter an email address or choose a person.',
  invalidEmail: 'Enter a valid email address.',
  alreadyMember: (name: string) => `${name} is already a member.`,
  alreadyInvited: (email: string) => `${email} is already invited.`,
  unknown: 'It is not known yet who is already invited.',
}

/** What a higher seat costs. */
export const seatText = {
  rises: (name: string, from: string, to: string, price: string) =>
    `The seat of ${name} changes from ${from} to ${to}: ${price} more per month.`,
  risesIncluded: (name: string, from: string, to: string, included: number) =>
    `The seat of ${name} changes from ${from} to ${to}. It costs nothing extra: the plan includes ${included} of these seats.`,
  risesBeyond: (name: string, from: string, to: string, price: string, included: number) =>
    included === 0
      ? `The seat of ${name} changes from ${from} to ${to}: ${price} more per month. The plan includes no such seat.`
      : plural(included, {
          one: `The seat of ${name} changes from ${from} to ${to}: ${price} more per month. The one seat of this role that the plan includes is taken.`,
          other: `The seat of ${name} changes from ${from} to ${to}: ${price} more per month. The ${included} seats of this role that the plan includes are taken.`,
        }),
  total: (price: string) => `Total: ${price} more per month.`,
  note: 'Seats included in the plan cost nothing extra.',
}

/** The roles that a team or a member has on fleets, apps and blocks. */
export const partRolesText = {
  give: 'Grant access',
  table: (of: Listed) => `Roles on ${many[of]}`,
  columns: (of: Listed) => ({ name: titles[of], role: 'Role', actions: 'Actions' }),
  roleTitle: (name: string) => `Role on ${name}`,
  roleChanged: (name: string, role: string) => `Role on ${name} changed to ${role}`,
  changeRole: (name: string) => `Change role on ${name}`,
  remove: (name: string) => `Remove access to ${name}`,
  removeTitle: (name: string) => `Remove access to ${name}?`,
  removeBody: {
    team: (name: string, team: string) =>
      `Members of ${team} lose the role on ${name} that they have through the team. Their direct roles are kept.`,
    member: (name: string, member: string) =>
      `${member} loses the direct role on ${name}. Access through teams or as an administrator is kept.`,
  },
  removeConfirm: 'Remove access',
  removed: (name: string) => `Access to ${name} removed`,
  failed: 'The roles could not be loaded',
  empty: (of: Listed, name: string) => `Roles of ${name} on ${many[of]} appear here`,
  emptyDetail: {
    team: 'All members of the team get these roles.',
    member: 'Roles through teams are listed on the pages of the teams.',
  },
  appsHidden: 'Apps are switched off in your preferences',
  giveTitle: (of: Listed, name: string) => `Grant ${name} access to ${many[of]}`,
  choices: (of: Listed) => titlesOfMany[of],
  nothingLeft: (of: Listed) => `There is no other ${named[of]} to grant access to.`,
  noTarget: (of: Listed) => `No target received: choose at least one ${named[of]}`,
  given: (name: string, what: string) => `${name} now has access to ${what}`,
  choicesFailed: (of: Listed) => `The ${many[of]} of the organization could not be loaded`,
}
