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
