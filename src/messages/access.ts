export const accessText = {
  roles: {
    administrator: 'Administrator',
    developer: 'Developer',
    'safe-developer': 'Limited developer',
    operator: 'Operator',
    'safe-operator': 'Limited operator',
    observer: 'Observer',
    member: 'Member',
    balena_admin: 'Platform admin',
    support_agent: 'Support agent',
  },
  notAllowed: (role: string) => `Your role here (${role}) does not allow this`,
}

/** What is wrong with who shall be invited. */
export const inviteeText = {
  missing: 'Say who is invited.',
  invalidEmail: 'Enter a valid e-mail address.',
  alreadyMember: (name: string) => `${name} is a member already.`,
  alreadyInvited: (email: string) => `${email} is invited already.`,
}

/** What a higher seat costs. */
export const seatText = {
  rises: (name: string, from: string, to: string, price: string) =>
    `The seat of ${name} rises from ${from} to ${to}: ${price} more per month.`,
  total: (price: string) => `Together ${price} more per month.`,
  note: 'Seats that the plan includes cost nothing more.',
}

type Listed = 'fleet' | 'app' | 'block'
const named = { fleet: 'fleet', app: 'app', block: 'block' } as const
const many = { fleet: 'fleets', app: 'apps', block: 'blocks' } as const
const titles = { fleet: 'Fleet', app: 'App', block: 'Block' } as const

/** The roles that a team or a member has on fleets, apps and blocks. */
export const partRolesText = {
  give: 'Give access',
  table: (of: Listed) => `Roles on ${many[of]}`,
  columns: (of: Listed) => ({ name: titles[of], role: 'Role', actions: 'Actions' }),
  roleTitle: (name: string) => `Role on ${name}`,
  roleChanged: (name: string, role: string) => `The role on ${name} is ${role} now`,
  changeRole: (name: string) => `Change the role on ${name}`,
  remove: (name: string) => `Remove the access to ${name}`,
  removeTitle: (name: string) => `Remove the access to ${name}?`,
  removeBody: {
    team: (name: string, team: string) =>
      `The members of ${team} lose what the team gives them on ${name}. Access of their own stays.`,
    member: (name: string, member: string) =>
      `${member} loses the role held directly on ${name}. Access through a team or as an administrator stays.`,
  },
  removeConfirm: 'Remove access',
  removed: (name: string) => `The access to ${name} is removed`,
  failed: 'The roles could not be loaded',
  empty: (of: Listed, name: string) => `Roles of ${name} on ${many[of]} appear here`,
  emptyDetail: {
    team: 'Everybody in the team has the role that the team has.',
    member: 'Roles through a team stand on the page of the team.',
  },
  appsHidden: 'Apps are switched off in your preferences',
  giveTitle: (of: Listed, name: string) => `Give ${name} access to ${many[of]}`,
  choices: (of: Listed) => titles[of] + 's',
  nothingLeft: (of: Listed) => `There is no other ${named[of]} to give access to.`,
  noTarget: (of: Listed) => `No target received: choose at least one ${named[of]}`,
  given: (name: string, what: string) => `${name} has access to ${what} now`,
  choicesFailed: (of: Listed) => `The ${many[of]} of the organization could not be loaded`,
}
