export const shellText = {
  skip: 'Skip to content',
  mainNavigation: 'Main',
  navigation: 'Navigation',
  expandSidebar: 'Expand sidebar',
  collapseSidebar: 'Collapse sidebar',
  openNavigation: 'Open navigation',
  fleets: 'Fleets',
  apps: 'Apps',
  blocks: 'Blocks',
  organizations: 'Organizations',
  alpha: 'Alpha',
  pinned: 'Pinned',
  home: 'Flotilla, home',
  homeAfterName: ', home',

  changelog: 'What is new',
  changelogNew: 'What is new, new version available',
  changelogFailed: 'The changelog could not be loaded',
  changelogEmpty: 'No changes are listed',
  version: (version: string) => `Version ${version}`,

  help: 'Help',
  support: 'Support',
  searchDocs: 'Search the docs',
  helpLinks: {
    gettingStarted: 'Getting started',
    docs: 'Documentation',
    featureRequests: 'Feature requests',
    forums: 'Forums',
    helpCentre: 'Help centre',
    status: 'Platform status',
    hub: 'Hub',
  },
  capture: 'Save as a simulated world…',
  shortcuts: 'Keyboard shortcuts',

  openPalette: 'Search or jump to…',

  userMenu: (username: string) => `Account of ${username}`,
  username: 'username',
  preferences: 'Preferences',
  identityProvider: 'Identity provider',
  identityProviderKeywords: 'SAML SSO single sign-on',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', contrast: 'High contrast', auto: 'System' },
  admin: 'Admin',
  noAdminSite: 'This platform has no admin site',
  signOut: 'Sign out',
  userUnknown: 'Account',
}

export const alertText = {
  offline: 'You are offline: the platform cannot be reached. The data shown may be outdated.',
  offlineShort: 'Offline: data may be outdated',
  backOnline: 'Back online',
  outOfDate: 'This page is out of date. Refresh to get the new version.',
  outOfDateShort: 'New version available',
  refresh: 'Refresh',
  announcement: 'Flotilla has a new dashboard. See “What is new” below the navigation.',
  cookies: 'Cookies',
  cookiesIntro:
    'Essential cookies keep you signed in and remember your settings. They are always on. Analytics cookies are optional.',
  essential: 'Essential cookies',
  essentialReason: 'Essential cookies are always on',
  analytics: 'Analytics cookies',
  saveChoice: 'Save choice',
}

/** Acting as another user. */
export const impersonationText = {
  another: 'another user',
  acting: (name: string) =>
    `You act as ${name}. Your actions are recorded under both names. To go back, sign out and sign in again.`,
  actingShort: (name: string) => `You act as ${name}`,
  stop: 'Sign out',
}
