/** The session's token and the person's API keys. */
export const accessTokensText = {
  title: 'Access tokens',
  session: 'Session token',
  aboutSession: 'About the session token',
  sessionInfo:
    'It is what your browser shows the platform. Whoever has it is you, until it expires or you log out of the other sessions.',
  sessionUse: 'Use it to try a call by hand. For scripts make an API key: it can be revoked by itself.',
  sessionUseOnly: 'Use it to try a call by hand.',
  show: 'Show token',
  hide: 'Hide token',
  hidden: 'The token is hidden',
  token: 'session token',

  keys: 'API keys',
  keysIntro: 'With an API key a script or a tool acts as you, wherever you may act.',
  table: 'Your API keys',
  keysFailed: 'Your API keys could not be loaded',
  empty: 'Your API keys appear here',
  emptyDetail: 'Create one for a script or a tool that works for you.',
  emptyWithSaml: 'A script or a tool works with the provisioning key of a fleet.',
  createTitle: 'Create an API key',
  secret: 'API key',
  power: 'Whoever has it can do all that you can.',
  revokeBody: 'What uses this key is refused from now on.',
  samlWarning:
    'You sign in with your organization’s identity provider, so you cannot create API keys of your own. Ask an administrator for a provisioning key of the fleet.',
}
