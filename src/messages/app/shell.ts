import { plural } from '@/lib/format.ts'
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
  loadingPage: 'Loading page',
  pageWaits: 'This page takes longer than usual. Other pages can be opened meanwhile.',
  pageReady: (title: string) => `${title} loaded`,

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
  shortcuts: 'Keyboard shortcuts',

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

export const paletteText = {
  open: 'Search or jump to…',
  title: 'Search or jump to',
  placeholder: 'Type a page, fleet, device or action',
  placeholderDocs: 'Type a page, fleet, device, action or question',
  results: 'Results',
  pages: 'Pages',
  pagesOf: (name: string) => `Pages of ${name}`,
  devices: 'Devices',
  actions: 'Actions',
  docs: 'Documentation',
  searching: 'Searching',
  nothing: (query: string) => `Nothing matches “${query}”`,
  found: (count: number) => plural(count, { one: '1 result', other: `${count} results` }),
  failed: 'Fleets and devices could not be searched',
  docsFailed: 'The documentation could not be searched',
  useTheme: (theme: string) => `Use the ${theme.toLowerCase()} theme`,
  systemTheme: 'Use the system theme',
  hints: { move: 'to move', choose: 'to choose', close: 'to close' },
}

export const pageText = {
  notFound: 'Page not found',
  notFoundDetail: 'This page does not exist. It may have been moved or deleted.',
  goHome: 'Go home',
  failed: 'This page could not be shown',
  status: (status: string) => `Status: ${status}`,
  refresh: 'Refresh',
  offlineWaits: 'You are offline. The page loads when you are back online.',
  offlinePart: 'You are offline. This part of the dashboard loads when you are back online.',
  newVersion: 'A part of the dashboard could not be loaded. There may be a new version: refresh the page.',
}
