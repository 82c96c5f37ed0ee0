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
  /** What the roles on a fleet allow. */
  details: {
    developer: 'Pushes releases, manages variables and devices.',
    'safe-developer': 'Pushes releases and manages variables, but cannot delete or move devices.',
    operator: 'Manages devices: terminal, device variables, adding and deleting.',
    'safe-operator': 'Manages devices, but cannot delete or configure them.',
    observer: 'Read-only access.',
  },
  pageNotAllowed: (page: string) => `The page “${page}” needs another role`,
  notAllowed: (role: string) => `Your role here (${role}) does not allow this`,
}
