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
  loadingPage: 'Loading page',
  pageReady: (title: string) => `${title} is shown`,

  changelog: 'What is new',
  changelogNew: 'What is new, with a new version',
  changelogFailed: 'The list of changes could not be loaded',
  changelogEmpty: 'No changes are listed',
  version: (version: string) => `Version ${version}`,

  help: 'Help',
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
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', auto: 'System' },
  admin: 'Admin',
  noAdminSite: 'This platform has no admin site',
  signOut: 'Sign out',
  userUnknown: 'Account',
}

export const alertText = {
  offline: 'You are offline: the platform cannot be reached. What you see may be old.',
  backOnline: 'The platform can be reached again',
  outOfDate: 'This page is out of date. Refresh to get the new version.',
  refresh: 'Refresh',
  cookies: 'Cookies',
  cookiesIntro:
    'Essential cookies keep you signed in and remember your settings. They are always on. Analytics cookies are optional.',
  essential: 'Essential cookies',
  essentialReason: 'Essential cookies are always on',
  analytics: 'Analytics cookies',
  saveChoice: 'Save choice',
}

export const paletteText = {
  open: 'Search or jump to…',
  title: 'Search or jump to',
  placeholder: 'Type a page, fleet, device or action',
  results: 'Results',
  pages: 'Pages',
  fleets: 'Fleets',
  devices: 'Devices',
  actions: 'Actions',
  searching: 'Searching',
  nothing: (query: string) => `Nothing matches “${query}”`,
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  failed: 'Fleets and devices could not be searched',
  useTheme: (theme: string) => `Use the ${theme.toLowerCase()} theme`,
  systemTheme: 'Follow the system’s theme',
  hints: { move: 'to move', choose: 'to choose', close: 'to close' },
}

export const shortcutText = {
  title: 'Keyboard shortcuts',
  palette: 'Search pages, fleets, devices and actions',
  filter: 'Go to the filter of the page',
  help: 'Show this list',
  rows: 'Move between the rows of a table',
  cells: 'Move between the controls of a row',
  sidebar: 'Collapse or expand the sidebar',
  devices: 'Next and previous device of the list, on a device’s page',
  close: 'Close a dialog or menu',
}

export const pageText = {
  notFound: 'Page not found',
  notFoundDetail: 'There is nothing at this address. It may have been moved or deleted.',
  goHome: 'Go home',
  failed: 'This page could not be shown',
  status: (status: string) => `Status: ${status}`,
  refresh: 'Refresh',
  newVersion:
    'A part of the dashboard could not be loaded. Perhaps a new version was published: refresh the page.',
  configProblem: 'The dashboard cannot start',
  configKey: 'Key',
  configSource: 'Read from',
  configReason: 'Problem',
  configWhat: 'Its configuration cannot be used. Correct it, then refresh this page.',
  startProblem: 'The dashboard cannot start',
  secondFactor: 'Second step needed',
  secondFactorDetail:
    'This account asks for a second step at sign-in, which this version of the dashboard cannot do yet. Sign in with another account.',
}
