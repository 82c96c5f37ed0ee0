/** The session token and the user's API keys. */
export const accessTokensText = {
  title: 'Access tokens',
  session: 'Session token',
  aboutSession: 'About the session token',
  sessionInfo:
    'It identifies you to the platform. Anyone who has it can act as you until it expires or you sign out of other sessions.',
  sessionUse:
    'Use it to try requests by hand. For scripts, create an API key, which can be revoked separately.',
  sessionUseOnly: 'Use it to try requests by hand.',
  show: 'Show token',
  hide: 'Hide token',
  hidden: 'The token is hidden',
  token: 'session token',

  keys: 'API keys',
  keysIntro: 'API keys let scripts and tools act with your permissions.',
  table: 'Your API keys',
  keysFailed: 'Your API keys could not be loaded',
  empty: 'Your API keys appear here',
  emptyDetail: 'Create one for a script or a tool.',
  emptyWithSaml: 'Use the provisioning key of a fleet for scripts and tools.',
  createTitle: 'Create an API key',
  secret: 'API key',
  power: 'Anyone who has it can do everything you can.',
  revokeBody: 'Scripts and tools that use this key lose access.',
  samlWarning:
    'You sign in with your organization’s identity provider, so you cannot create API keys of your own. Ask an administrator for a provisioning key of the fleet.',
}
